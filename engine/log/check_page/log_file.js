/* The file: its layout, the form of each entry, the digests, and the chain of links. */

const FORMAT = "fieldpost-log/2";
const FIRST_FORMAT = "fieldpost-log/1";
const ENTRY_KEYS = { seq: "number", kind: "string", side: "string", at: "string", link: "string" };
const SALT = /^[0-9a-f]{32}$/;
const MOMENT = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z$/;

/* The first entry (0: the file as a whole) that does not hold, and why. */
class ProofFailed extends Error {
  constructor(entry, says) {
    super(says);
    this.entry = entry;
  }
}

/* Adds the log's game, format and entries to `found`, as far as they hold. Throws ProofFailed. */
async function readLog(bytes, found) {
  const lines = decodeText(bytes).split("\n");
  Object.assign(found, readHead(lines.shift()));
  const end = lines.indexOf("]}");
  const count = end < 0 ? lines.length : end;
  let before = "";
  for (let seq = 1; seq <= count; seq++) {
    const line = lines[seq - 1];
    if (seq < count && !line.endsWith(","))
      throw new ProofFailed(seq, "Its line does not end as that of an entry does.");
    const entry = readEntry(seq, seq < count ? line.slice(0, -1) : line);
    if (!entry.hidden) entry.digest = await sha256Hex(fromHex(entry.salt), entry.source);
    const linked = await sha256Hex(writeCanonical([before, entry.kind, entry.side, entry.at, entry.digest]));
    if (linked !== entry.link) {
      throw new ProofFailed(
        seq,
        "It is not the entry that was linked to the one before it: something in it has been changed.",
      );
    }
    before = linked;
    found.entries.push(entry);
  }
  if (!count || lines.slice(count).join("\n") !== "]}\n") {
    throw new ProofFailed(count, "The file does not end as a log does after this entry.");
  }
  for (const entry of found.entries) {
    if (entry.hidden && !HASH.test(entry.digest)) {
      throw new ProofFailed(
        entry.seq,
        "What it shows in place of its body is no sha256, so nothing can ever be shown that was withheld here.",
      );
    }
  }
}

function decodeText(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    let [line, start] = [0, 0];
    for (; start < bytes.length; line++) {
      const end = bytes.indexOf(10, start);
      try {
        decoder.decode(bytes.subarray(start, end < 0 ? bytes.length : end));
      } catch {
        break;
      }
      start = end < 0 ? bytes.length : end + 1;
    }
    throw new ProofFailed(line, "It cannot be read: it is not text in UTF-8.");
  }
}

function readHead(line) {
  let head;
  try {
    const shape = /^\{"format":("(?:[^"\\]|\\.)*"),"game":("(?:[^"\\]|\\.)*"),"entries":\[$/.exec(line);
    head = { format: readCanonical(shape[1]), game: readCanonical(shape[2]) };
  } catch {
    throw new ProofFailed(
      0,
      `This is not a log of Fieldpost: it does not begin with {"format":"${FORMAT}","game":"...","entries":[.`,
    );
  }
  if (head.format !== FORMAT && head.format !== FIRST_FORMAT) {
    throw new ProofFailed(0, `It is a ${quoted(head.format)}, and this page can read ${FORMAT} and ${FIRST_FORMAT}.`);
  }
  return head;
}

function readEntry(seq, line) {
  let shown;
  try {
    shown = readCanonical(line);
  } catch (trouble) {
    if (trouble instanceof Unreadable || trouble instanceof RangeError)
      throw new ProofFailed(seq, "It cannot be read as an entry in the one way in which entries are written.");
    throw trouble;
  }
  const isEntry =
    shown instanceof JsonObject && Object.entries(ENTRY_KEYS).every(([key, type]) => typeof shown.get(key) === type);
  if (!isEntry || shown.get("seq") !== seq) throw new ProofFailed(seq, "It is not in its place, or not an entry.");
  const bare = Object.keys(ENTRY_KEYS).length;
  const open = shown.size === bare + 2 && shown.has("body") && SALT.test(shown.get("salt"));
  const hidden = shown.size === bare + 1 && typeof shown.get("digest") === "string" && shown.get("digest") !== "";
  if (!open && !hidden) throw new ProofFailed(seq, "It must show either its body and salt, or its digest alone.");
  const entry = Object.fromEntries(Object.keys(ENTRY_KEYS).map((key) => [key, shown.get(key)]));
  if (!isMoment(entry.at))
    throw new ProofFailed(seq, `${quoted(entry.at)} is no moment of UTC such as 2026-01-31T18:00:00Z.`);
  const body = shown.get("body");
  return {
    ...entry,
    hidden,
    body,
    source: shown.sources.get("body"),
    salt: shown.get("salt"),
    digest: shown.get("digest"),
  };
}

function isMoment(text) {
  const found = MOMENT.exec(text);
  if (!found) return false;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60;
}

/* A text of the file as a sentence can quote it: short, on one line, nothing invisible in it. */
function quoted(text) {
  return `“${printable(text)}”`;
}

const LONGEST = 300;

function printable(text) {
  const clipped = text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  return clipped.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}
