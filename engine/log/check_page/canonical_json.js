/* Canonical JSON: the only way in which Fieldpost writes a value. Keys sorted by code points, no blanks, no escapes but
   those that JSON demands, each number in its shortest form. Anything else is refused, so that what is hashed is always
   what was read. Objects become JsonObject, lists arrays, whole numbers Number or BigInt, other numbers Fraction. */

class Unreadable extends Error {}

class JsonObject extends Map {
  sources = new Map(); // key -> the text of its value, as it is written in the file
}

class Fraction {
  constructor(text) {
    this.text = text;
  }
}

const DEEPEST = 500;
const SHORT_ESCAPES = { '"': '"', "\\": "\\", b: "\b", t: "\t", n: "\n", f: "\f", r: "\r" };
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?(e-?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]+/y;

class CanonicalReader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  whole() {
    const value = this.value();
    if (this.at !== this.text.length) throw new Unreadable("more text than one value");
    return value;
  }

  value() {
    if (++this.depth > DEEPEST) throw new Unreadable("too deep");
    const sign = this.text[this.at];
    let value;
    if (sign === "{") value = this.object();
    else if (sign === "[") value = this.list();
    else if (sign === '"') value = this.string();
    else if (this.skip("null")) value = null;
    else if (this.skip("true")) value = true;
    else if (this.skip("false")) value = false;
    else value = this.number();
    this.depth--;
    return value;
  }

  skip(word) {
    const found = this.text.startsWith(word, this.at);
    if (found) this.at += word.length;
    return found;
  }

  expect(sign) {
    if (!this.skip(sign)) throw new Unreadable(`no ${sign} at character ${this.at}`);
  }

  object() {
    const found = new JsonObject();
    let before = null;
    this.expect("{");
    while (!this.skip("}")) {
      if (before !== null) this.expect(",");
      const key = this.string();
      if (before !== null && compareCodePoints(before, key) >= 0) throw new Unreadable("keys not sorted");
      this.expect(":");
      const start = this.at;
      found.set(key, this.value());
      found.sources.set(key, this.text.slice(start, this.at));
      before = key;
    }
    return found;
  }

  list() {
    const found = [];
    this.expect("[");
    while (!this.skip("]")) {
      if (found.length) this.expect(",");
      found.push(this.value());
    }
    return found;
  }

  string() {
    let found = "";
    this.expect('"');
    while (!this.skip('"')) {
      PLAIN.lastIndex = this.at;
      const plain = PLAIN.exec(this.text);
      if (plain) {
        found += plain[0];
        this.at = PLAIN.lastIndex;
      } else {
        this.expect("\\");
        found += this.escaped();
      }
    }
    return found;
  }

  escaped() {
    const short = SHORT_ESCAPES[this.text[this.at]];
    if (short !== undefined) {
      this.at++;
      return short;
    }
    const digits = /^u(00[01][0-9a-f])$/.exec(this.text.slice(this.at, this.at + 5));
    const sign = digits && String.fromCharCode(parseInt(digits[1], 16));
    if (!sign || "\b\t\n\f\r".includes(sign)) throw new Unreadable("an escape that JSON does not demand");
    this.at += 5;
    return sign;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found) throw new Unreadable(`no value at character ${this.at}`);
    this.at = NUMBER.lastIndex;
    const [text, decimals, exponent] = found;
    if (decimals || exponent) {
      if (text !== shortestForm(Number(text))) throw new Unreadable("a number not in its shortest form");
      return new Fraction(text);
    }
    if (text === "-0") throw new Unreadable("a number not in its shortest form");
    const whole = Number(text);
    return Number.isSafeInteger(whole) ? whole : BigInt(text);
  }
}

/* The text of a number that is not whole: 0.5, 3.0, 1.5e16, 1e-6. */
function shortestForm(number) {
  if (!Number.isFinite(number)) return "";
  const [, minus, first, rest, power] = /^(-?)([0-9])(?:\.([0-9]+))?e([+-][0-9]+)$/.exec(number.toExponential());
  const sign = minus || (Object.is(number, -0) ? "-" : "");
  const exponent = Number(power);
  const digits = first + (rest ?? "");
  if (exponent < -5 || exponent > 15) return `${sign}${first}${rest ? `.${rest}` : ""}e${exponent}`;
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, "0");
  return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1) || "0"}`;
}

function compareCodePoints(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at++) {
    if (one[at] !== other[at]) return one.codePointAt(at) - other.codePointAt(at);
  }
  return one.length - other.length;
}

/* Raises Unreadable for anything that is not one canonical value. */
function readCanonical(text) {
  return new CanonicalReader(text).whole();
}

/* Texts, and lists and plain objects of them, as canonical JSON: what is hashed together. */
function writeCanonical(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(",")}]`;
  const keys = [...value.keys()].sort(compareCodePoints);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${writeCanonical(value.get(key))}`).join(",")}}`;
}
