// The jobs of a run, unpacked.
class Jobs {
  constructor(data, run) {
    const { jobs } = run;
    Object.assign(this, { data, run, set: data.jobSets[jobs.set], outcome: jobs });
    this.intervals = jobs.intervals;
    this.first = [0]; // of each job: the index of its first interval
    for (const n of jobs.intervals.count) this.first.push(this.first.at(-1) + n);
    this.starts = new Float64Array(this.first.at(-1)); // of each interval, in seconds
    this.from = this.set.submitted.map(ms => ms / 1000);
    this.to = [];
    this.peak = []; // the most GPUs a job has
    for (let j = 0; j < this.from.length; j++) {
      let ms = this.set.submitted[j], peak = 1;
      for (let i = this.first[j]; i < this.first[j + 1]; i++) {
        this.starts[i] = ms / 1000;
        ms += this.intervals.lengths[i];
        peak = Math.max(peak, this.intervals.gpus[i]);
      }
      this.to.push(ms / 1000);
      this.peak.push(peak);
    }
  }

  ends(i) { return this.starts[i] + this.intervals.lengths[i] / 1000; }

  // at is the interval of a job at an instant, -1 if there is none.
  at(job, time) {
    for (let i = this.first[job]; i < this.first[job + 1]; i++) {
      if (time >= this.starts[i] && time < this.ends(i)) return i;
    }
    return -1;
  }

  title(job) {
    const { set } = this;
    const who = [set.user[job], set.team[job]].filter(Boolean).join(", ");
    return set.ids[job] + (who ? ` (${who})` : "");
  }

  // about says what is known of a job and of one of its intervals.
  about(job, interval, free) {
    const { set, outcome, data } = this;
    const lines = [];
    if (interval >= 0) lines.push(...this.spell(job, interval, free));
    const pool = data.pools.length > 1 ? ` in ${data.pools[set.pool[job]]}` : "";
    const priority = set.priority[job] ? `, priority ${set.priority[job]}` : "";
    lines.push(`asked for ${count(set.gpus[job], "GPU")}${pool}${priority}, submitted at ${span(this.from[job])}`);
    const phase = data.phases[outcome.phase[job]];
    lines.push(outcome.took[job] >= 0 ? `${phase} after ${span(outcome.took[job] / 1000)}` : `${phase} at the end of the run`);
    lines.push(`queued ${span(outcome.queued[job] / 1000)}, trained ${span(outcome.trained[job] / 1000)}`);
    lines.push(`sizes ${this.sizes(job)}`);
    const pauses = [[outcome.resizes, "resize"], [outcome.preemptions, "preemption"], [outcome.failures, "interruption by failures", "interruptions by failures"]];
    const had = pauses.filter(([of]) => of[job]).map(([of, ...names]) => count(of[job], ...names));
    lines.push(had.length ? had.join(", ") : "no resize, preemption or failure");
    return lines;
  }

  // spell says what a job does in an interval and why.
  spell(job, i, free) {
    const { intervals: v, data, set } = this;
    const phase = data.phases[v.phase[i]], length = span(v.lengths[i] / 1000), why = reasons[data.causes[v.cause[i]]] || "";
    if (phase !== "queued") {
      const held = v.held[i] ? `, ${v.held[i]} more held for its growth` : "";
      return [`${phase} on ${count(v.gpus[i], "GPU")} for ${length}${held}${why ? ", " + why : ""}`];
    }
    const lines = [`waits ${length}${why ? ", " + why : ""}`];
    if (free) {
      const [low, high] = free(this.starts[i], this.ends(i));
      const some = low === high ? `${amount(low)}` : `${amount(low)} to ${amount(high)}`;
      lines.push(`free meanwhile: ${some} of ${count(this.run.gpus, "GPU")}` + (high < set.gpus[job] ? ", less than it asked for" : ""));
    }
    return lines;
  }

  // cells are those of a job in a table.
  cells(job, free) {
    const { set, outcome, data } = this;
    const waits = this.waits(job).map(i => this.spell(job, i, free)[0]);
    return [
      this.title(job), span(this.from[job]), set.gpus[job], this.sizes(job), span(outcome.queued[job] / 1000), span(outcome.trained[job] / 1000),
      outcome.took[job] >= 0 ? span(outcome.took[job] / 1000) : data.phases[outcome.phase[job]],
      outcome.resizes[job], outcome.preemptions[job], outcome.failures[job], waits.length > 3 ? `${waits.slice(0, 3).join("; ")}; and ${waits.length - 3} more` : waits.join("; "),
    ];
  }

  // waits are the intervals in which a job is in the queue.
  waits(job) {
    const out = [];
    for (let i = this.first[job]; i < this.first[job + 1]; i++) if (this.data.phases[this.intervals.phase[i]] === "queued") out.push(i);
    return out;
  }

  // sizes lists the numbers of GPUs that a job has, one after the other.
  sizes(job) {
    const out = [];
    for (let i = this.first[job]; i < this.first[job + 1]; i++) {
      const n = this.intervals.gpus[i];
      if (n && out.at(-1) !== n) out.push(n);
    }
    if (!out.length) return "none: it never ran";
    return out.length > 12 ? `${out.slice(0, 6).join(" → ")} → … → ${out.slice(-5).join(" → ")} GPUs` : `${out.join(" → ")} GPUs`;
  }
}

// jobHeads are the heads of the cells of a job.
const jobHeads = ["job", "submitted at", "GPUs asked for", "sizes", "queued", "trained", "time to train", "resizes", "preemptions", "interruptions by failures", "waits"];

// reasons say in words what last happened to a job.
const reasons = {
  submission: "since its submission", allocation: "after it got GPUs", growth: "told to grow", shrinkage: "told to shrink",
  migration: "told to move", preemption: "preempted by the policy", notice: "GPUs of it were announced to go",
  node_loss: "after it lost GPUs", crash: "after a process of it died",
};
