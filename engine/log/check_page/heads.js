/* The heads of a log in posts: "raid-1 log entry 15: " and 26 letters and digits, which are 128 bits of its link. */

const HEAD = /(?<![\p{L}\p{N}_-])([\p{L}\p{N}_-]{1,80}) log entry ([0-9]{1,9}): ([a-z2-7]{26})(?![a-z0-9])/giu;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

function headOf(link) {
  let bits = BigInt(`0x${link.slice(0, 32)}`) << 2n; // 128 bits, filled up to 26 letters of 5
  let head = "";
  for (let letter = 0; letter < 26; letter++, bits >>= 5n) head = BASE32[Number(bits & 31n)] + head;
  return head;
}

/* What posts say of a log: the entries at which both say the same, the other games that are named, and what differs. */
function comparePosts(game, links, text) {
  const found = { same: [], other: [], fault: "", entry: 0 };
  const seen = new Set();
  for (const [, name, number, letters] of text.matchAll(HEAD)) {
    const head = letters.toLowerCase();
    const seq = Number(number);
    if (name.toLowerCase() !== game.toLowerCase()) {
      if (!found.other.includes(name)) found.other.push(name);
    } else if (!found.fault && !seen.has(`${seq} ${head}`)) {
      seen.add(`${seq} ${head}`);
      if (seq < 1 || seq > links.length) {
        Object.assign(found, {
          entry: seq,
          fault: `The posts have the head of entry ${seq}, but this log ends at entry ${links.length}.`,
        });
      } else if (headOf(links[seq - 1]) !== head) {
        Object.assign(found, {
          entry: seq,
          fault: `For the log up to entry ${seq} the posts have ${head}; this log gives ${headOf(links[seq - 1])}.`,
        });
      } else {
        found.same.push(seq);
      }
    }
  }
  found.same.sort((one, other) => one - other);
  return found;
}
