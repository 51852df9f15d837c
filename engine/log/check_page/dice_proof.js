/* The proof of the dice: entry after entry, each lock names its orders, each promise is kept, each die follows from its
   lock and secret. */

const SIDE_KINDS = ["seated", "deputed", "written", "done", "proposed", "voted", "said"];
const LOCKED_KINDS = ["happened", "done", "revealed"];
const IN_A_COMMIT = ["awaited", "happened", "done", "revealed", "promised", "closed"];
const CLOCK = "the clock";
const SIGNATURE = /^(?:[0-9a-f]{96})?$/;

class DiceProof {
  constructor(game, format) {
    Object.assign(this, { game, first: format === FIRST_FORMAT, before: [], nonces: new Set(), commits: [] });
    Object.assign(this, { promise: "", promisedAfter: "", previous: "", locks: 0, dice: 0, whole: false });
    this.commit = null; // the one whose lock is open
    this.awaiting = null; // the one that waits for a round of a public beacon
    this.unlocked = []; // orders that have no lock yet
  }

  /* Throws ProofFailed. */
  async add(entry) {
    this.checkPlace(entry);
    this.checkTime(entry);
    if (entry.hidden) this.addHidden(entry);
    else await this.addBody(entry);
    this.before.push(entry);
  }

  end() {
    if (this.commit || this.unlocked.length || !this.whole) {
      throw new ProofFailed(this.before.length, "The log ends in the middle of a commit.");
    }
  }

  checkPlace({ seq, kind, side }) {
    const no = `No ${printable(kind)} entry is allowed here: `;
    if ((seq === 1) !== (kind === "opened")) throw new ProofFailed(seq, "A log has one opening entry, the first.");
    if ((side !== "") !== SIDE_KINDS.includes(kind) && kind !== "locked") {
      throw new ProofFailed(seq, `A ${printable(kind)} entry is ${SIDE_KINDS.includes(kind) ? "some" : "no"} side's.`);
    }
    if ((this.commit !== null) !== LOCKED_KINDS.includes(kind))
      throw new ProofFailed(seq, `${no}${this.commit ? "a" : "no"} lock is open.`);
    const before = this.before.at(-1)?.kind;
    if ((before === "locked" && this.awaiting !== null) !== (kind === "awaited"))
      throw new ProofFailed(seq, `${no}only a lock with a beacon is awaited.`);
    if (this.awaiting ? kind === "locked" || kind === "rewound" : kind === "drawn")
      throw new ProofFailed(seq, `${no}${this.awaiting ? "the dice before it" : "no dice"} are awaited.`);
    if (before === "revealed" && kind !== "promised" && kind !== "closed")
      throw new ProofFailed(seq, `${no}the commit before it has not promised the next secret yet.`);
    if (this.unlocked.length && kind !== "written" && kind !== "locked") {
      throw new ProofFailed(this.unlocked[0], "No lock runs these orders.");
    }
  }

  checkTime({ seq, kind, at, body }) {
    if (this.first || !this.before.length) return;
    const before = this.before.at(-1).at;
    const together = IN_A_COMMIT.includes(kind) || (kind === "locked" && this.unlocked.length);
    if (together && at !== before)
      throw new ProofFailed(seq, `It was written with the entry before it, at ${before}, not at ${at}.`);
    const clock = kind === "ruled" && BODIES.get(kind)(body) && body.get("by") === CLOCK;
    if (at < before && !clock) throw new ProofFailed(seq, `Time went back, from ${before} to ${at}.`);
  }

  addHidden({ seq, kind }) {
    if (!["opened", "written", "happened"].includes(kind))
      throw new ProofFailed(seq, `A ${printable(kind)} entry is never secret.`);
    if (kind === "happened") this.commit.gaps = true;
  }

  async addBody(entry) {
    const { seq, kind, body } = entry;
    if (!BODIES.get(kind)?.(body))
      throw new ProofFailed(seq, `It does not say what a ${printable(kind)} entry says, or says more.`);
    if (kind === "opened") this.addOpening(entry);
    else if (kind === "written") this.addOrders(entry);
    else if (kind === "locked") await this.addLock(entry);
    else if (kind === "awaited") this.whole = true;
    else if (kind === "drawn") this.addRound(entry);
    else if (kind === "happened") this.addEvents(entry);
    else if (kind === "revealed") await this.addSecret(entry);
    else if (kind === "promised") this.addPromise(entry);
    else if (kind === "closed") this.close(entry);
  }

  addOpening({ seq, body }) {
    if (body.get("game") !== this.game)
      throw new ProofFailed(seq, `It opens ${quoted(body.get("game"))}, and the log is named ${quoted(this.game)}.`);
    if (!body.has("log") !== this.first)
      throw new ProofFailed(seq, "It opens a game of another format than the first line says.");
    this.chain = body.get("beacon")?.get("chain") ?? null;
  }

  /* The round that a lock waited for. Whether it is genuine, and the right one, is not checked here. */
  addRound({ seq, body }) {
    const [round, signature] = [body.get("round"), body.get("signature")];
    if (round !== this.awaiting.beacon.get("round"))
      throw new ProofFailed(seq, "It is not the round that the lock waits for.");
    if (!SIGNATURE.test(signature)) throw new ProofFailed(seq, "The signature of its round is not 96 hex digits.");
    Object.assign(this, { commit: this.awaiting, awaiting: null, whole: false });
    Object.assign(this.commit, { signature, drawn: seq });
  }

  addOrders({ seq, side, body }) {
    if (body.get("as") !== "orders") return;
    const draft = body.get("draft");
    const written = draft > 0 && draft < seq ? this.before[Number(draft) - 1] : null;
    const drafted =
      written?.kind === "written" && written.side === side && (written.hidden || written.body.get("as") === "draft");
    if (draft && !drafted)
      throw new ProofFailed(seq, `It runs the draft of entry ${draft}, which is none of ${quoted(side)}'s.`);
    this.unlocked.push(seq);
  }

  addPromise({ seq, body }) {
    if (this.promise) throw new ProofFailed(seq, "A secret has already been promised.");
    if (!HASH.test(body.get("promise"))) throw new ProofFailed(seq, "That is the sha256 of no secret.");
    this.promise = body.get("promise");
    this.promisedAfter = this.first ? "" : this.before.at(-1).link;
    this.whole = true;
  }

  close({ seq }) {
    const secret = this.before.find((entry) => entry.hidden);
    if (secret)
      throw new ProofFailed(
        secret.seq,
        `Nothing in a game is secret once it is over, and this one was over at entry ${seq}.`,
      );
    this.whole = true;
  }

  async addLock(entry) {
    const { seq, body } = entry;
    const isNew = isLocked(body);
    const lock = isNew ? body.get("lock") : body;
    const runs = isNew ? body.get("runs") : [...lock.get("orders").keys()];
    if (isNew) this.checkNonce(seq, body.get("nonce"));
    const ran = this.before.slice(runs.length ? -runs.length : this.before.length);
    const sides = ran.filter((written) => written.kind === "written").map((written) => written.side);
    if (isNew === this.first || !isSame([...sides].sort(), [...runs].sort())) {
      throw new ProofFailed(seq, "The lock does not agree with the entries of orders before it.");
    }
    const named = writeCanonical(await this.ordersNamed(seq, lock.get("orders"), ran));
    const [game, number, previous, promised] = ["game", "lock", "previous", "promise"].map((key) => lock.get(key));
    const agrees =
      game === this.game && number === this.locks + 1 && previous === this.previous && promised === this.promise;
    if (!agrees || !this.promise || named !== writeCanonical(lock.get("orders"))) {
      throw new ProofFailed(
        seq,
        "The lock does not agree with its number, the lock before it, the promise, or the orders.",
      );
    }
    const seated = this.before.at(-1);
    if (isNew && !this.locks && seated.kind === "seated" && seated.side !== entry.side) {
      throw new ProofFailed(
        seq,
        `${quoted(seated.side)} took the last seat, not ${entry.side ? quoted(entry.side) : "a deadline"}.`,
      );
    }
    if (isNew && !isSame(sides, runs))
      throw new ProofFailed(seq, "It runs the orders in another order than they are written in before it.");
    this.checkAllRun(ran);
    const beacon = lock.get("beacon");
    if (this.chain !== undefined && (beacon?.get("chain") ?? null) !== this.chain)
      throw new ProofFailed(seq, "The lock names another beacon than the one with which the game was opened.");
    const source = isNew ? body.sources.get("lock") : entry.source;
    this.previous = await sha256Hex(source);
    Object.assign(this, { locks: number, unlocked: [], whole: false });
    const commit = { seq, number, source, ran, beacon, at: entry.at, phase: lock.get("phase"), promise: this.promise };
    Object.assign(commit, { rolls: [], gaps: false, signature: "", drawn: 0, checked: false, end: seq });
    this.commits.push(commit);
    Object.assign(this, beacon ? { awaiting: commit } : { commit });
  }

  checkNonce(seq, nonce) {
    if (!isNonce(nonce))
      throw new ProofFailed(seq, `${quoted(nonce)} names neither a message nor anything else that makes a commit.`);
    if (isMessage(nonce) && this.nonces.has(nonce))
      throw new ProofFailed(seq, `The message ${nonce} has made a commit before.`);
    this.nonces.add(nonce);
  }

  /* What the lock must name of the orders: side -> digest. Of orders that are still secret, what it does name. */
  async ordersNamed(seq, orders, ran) {
    const found = new Map();
    for (const written of ran) {
      const texts =
        written.hidden || written.body.get("as") !== "orders" ? [] : written.body.get("lines").map(([, text]) => text);
      const counted = texts.filter((text) => text !== "done");
      if (this.first) found.set(written.side, written.digest);
      else if (written.hidden && orders.has(written.side)) found.set(written.side, orders.get(written.side));
      else if (counted.length) found.set(written.side, await sha256Hex(fromHex(written.salt), writeCanonical(counted)));
    }
    const wrong = this.first ? undefined : [...orders].find(([, digest]) => !HASH.test(digest));
    if (wrong) throw new ProofFailed(seq, `What it names of the orders of ${quoted(wrong[0])} is no sha256.`);
    return found;
  }

  /* That the lock runs just the orders before it. */
  checkAllRun(ran) {
    const shown = ran.filter((written) => !written.hidden).map((written) => written.seq);
    const left = this.unlocked.filter((seq) => !shown.includes(seq));
    const drafts = shown.filter((seq) => !this.unlocked.includes(seq));
    if (!left.length && !drafts.length) return;
    const stray = Math.min(...left, ...drafts);
    throw new ProofFailed(
      stray,
      left.includes(stray) ? "No lock runs these orders." : "A lock runs it, and it is a draft.",
    );
  }

  addEvents({ seq, body }) {
    for (const event of body.filter((one) => one.get("event") === "rolled")) {
      if (!isRoll(event)) throw new ProofFailed(seq, "It has a roll that does not say what a roll says.");
      this.commit.rolls.push({ seq, event, state: "unchecked" });
    }
  }

  async addSecret({ seq, body }) {
    const { commit } = this;
    const secret = hashBytes(body.get("secret"));
    const seed = hashBytes(body.get("seed"));
    const salts = body.get("salts");
    if ((await sha256Hex(secret)) !== commit.promise || body.get("lock") !== commit.number) {
      throw new ProofFailed(seq, "The secret is not the one that was promised for this lock.");
    }
    const made = writeCanonical(this.promisedAfter ? [this.promisedAfter, salts] : salts);
    const all = commit.ran.every((written) => salts.has(written.side));
    if (!all || !seed.length || toHex(await hmac(await hmacKey(seed), made)) !== body.get("secret")) {
      const bound = this.first ? "" : ", or not where its promise stands: something before it was changed";
      throw new ProofFailed(seq, `The secret was not made of this seed and these salts${bound}.`);
    }
    for (const written of commit.ran.filter((one) => !one.hidden)) {
      if ((await sha256Hex(fromHex(written.salt))) !== salts.get(written.side)) {
        throw new ProofFailed(
          written.seq,
          `The salt of the orders of ${quoted(written.side)} is not the one that was drawn before they were known.`,
        );
      }
    }
    await this.rollAgain(commit, secret);
    Object.assign(commit, { checked: true, end: seq });
    Object.assign(this, { commit: null, promise: "" });
  }

  async rollAgain(commit, secret) {
    const randomness = commit.signature ? await sha256(fromHex(commit.signature)) : new Uint8Array();
    const sealed = await SealedDice.of(secret, commit.source, randomness);
    const nths = new Map();
    for (const roll of commit.rolls) {
      const [why, sides, faces] = ["why", "sides", "faces"].map((key) => roll.event.get(key));
      const nth = BigInt(roll.event.get("nth") ?? 1);
      const name = `${sides} ${why}`;
      const last = nths.get(name) ?? 0n;
      roll.state = "wrong";
      if (nth <= last || (nth !== last + 1n && !commit.gaps)) {
        throw new ProofFailed(roll.seq, `${quoted(why)}: the rolls are not numbered one after the other.`);
      }
      nths.set(name, nth);
      const again = await sealed.roll(why, nth, faces.length, sides);
      if (!again || !isSame(again.map(String), faces.map(String))) {
        roll.should = again;
        throw new ProofFailed(roll.seq, `${quoted(why)}: the dice shown are not the dice that were rolled.`);
      }
      roll.state = "checked";
      this.dice += faces.length;
    }
  }
}

function isSame(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
