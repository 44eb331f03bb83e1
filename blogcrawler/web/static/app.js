// Keyboard and live progress. Every page works without this file.
"use strict";

document.documentElement.classList.add("js");

const items = () => [...document.querySelectorAll("[data-item]")];

function move(step) {
  const all = items();
  if (!all.length) return;
  const at = all.findIndex((item) => item.classList.contains("current"));
  const next = all[Math.min(Math.max(at + step, 0), all.length - 1)];
  all.forEach((item) => item.classList.toggle("current", item === next));
  const target = next.querySelector("a") || next;
  target.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) {
    if (event.key === "Escape" && typing) typing.blur();
    return;
  }
  if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "o") document.querySelector(".current a")?.click();
  else if (event.key === "/") {
    const field = document.getElementById("q") || document.getElementById("quick");
    field.focus();
    field.select();
    event.preventDefault();
  }
});

const names = { running: "Running", pausing: "Pausing", paused: "Paused", finished: "Finished", failed: "Failed" };

function show(job) {
  const box = document.querySelector(`[data-job="${CSS.escape(job.id)}"]`);
  if (!box) return false;
  const field = (name) => box.querySelector(`[data-field="${name}"]`);
  if (job.progress) {
    for (const name of ["extracted", "found", "requests", "queued", "failures"]) {
      field(name).textContent = job.progress[name].toLocaleString("en");
    }
    field("time").textContent = job.progress.time;
    field("bar").max = Math.max(job.progress.found, 1);
    field("bar").value = job.progress.extracted;
  }
  field("line").textContent = job.line;
  const same = box.classList.contains(job.state);
  field("state").textContent = names[job.state] || job.state;
  return same;
}

const list = document.querySelector("[data-events]");
if (list && window.EventSource) {
  const source = new EventSource(list.dataset.events);
  source.onmessage = (event) => {
    const jobs = JSON.parse(event.data);
    const known = jobs.length === list.querySelectorAll("[data-job]").length;
    // The buttons depend on the state, so the server draws the page again when a state changes.
    if (!jobs.map(show).every(Boolean) || !known) {
      source.close();
      location.reload();
    }
  };
  addEventListener("pagehide", () => source.close());
}
