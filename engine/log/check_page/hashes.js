/* SHA-256 and HMAC by the browser's own WebCrypto, and the dice that they give. */

const utf8 = new TextEncoder();
const HASH = /^[0-9a-f]{64}$/;
const NO_CRYPTO =
  "This browser does not let a page opened in this way calculate hashes (WebCrypto). " +
  "Save the page and open the file, or use another browser.";

function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text) {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/* The 32 bytes of 64 lower-case hex digits; no bytes for anything else. */
function hashBytes(text) {
  return HASH.test(text) ? fromHex(text) : new Uint8Array();
}

function joined(parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const found = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

/* sha256 of texts (in UTF-8) and bytes, one after the other. */
async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));
}

async function sha256Hex(...parts) {
  return toHex(await sha256(...parts));
}

async function hmacKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function hmac(key, ...parts) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, joined(parts)));
}

const MOST_SIDES = 256n ** 32n;

/* The dice of one lock. */
class SealedDice {
  static async of(secret, lockSource, randomness) {
    const key = await hmac(await hmacKey(secret), await sha256(lockSource), randomness);
    return new SealedDice(await hmacKey(key));
  }

  constructor(key) {
    this.key = key;
  }

  /* Faces as BigInt; null for dice that cannot be rolled. */
  async roll(why, nth, count, sides) {
    const faces = BigInt(sides);
    if (count < 1 || faces < 1n || faces > MOST_SIDES) return null;
    let width = 1;
    while (256n ** BigInt(width) < faces) width++;
    const values = 256n ** BigInt(width);
    const limit = values - (values % faces);
    const found = [];
    for (let block = 0; found.length < count; block++) {
      const stream = await hmac(this.key, `${why}|d${faces}|${nth}|${block}`);
      for (let at = 0; at + width <= stream.length; at += width) {
        const number = BigInt(`0x${toHex(stream.subarray(at, at + width))}`);
        if (number < limit) found.push((number % faces) + 1n);
      }
    }
    return found.slice(0, count);
  }
}
