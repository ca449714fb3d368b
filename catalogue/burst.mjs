const lines = Number(process.env.LINES ?? 20_000)
const linesPerSecond = Number(process.env.LINES_PER_SECOND ?? 0)
const lineBytes = Number(process.env.LINE_BYTES ?? 100)
const exitCode = process.env.EXIT_CODE ?? ''
const batchMs = 20

const line = (number) => {
  const start = `line ${number} of ${lines} `
  return `${start}${'.'.repeat(Math.max(0, lineBytes - start.length - 1))}\n`
}

/** Waits for stdout to drain, so a slow reader does not grow the memory. */
const write = (text) =>
  new Promise((resolve) => {
    process.stdout.write(text, resolve)
  })

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

const batch = linesPerSecond > 0 ? Math.max(1, Math.round((linesPerSecond * batchMs) / 1000)) : 500
const startedAtMs = Date.now()
for (let written = 0; written < lines; ) {
  const next = Math.min(lines, written + batch)
  let text = ''
  for (let number = written + 1; number <= next; number += 1) text += line(number)
  await write(text)
  written = next
  if (linesPerSecond > 0) await pause(startedAtMs + (written / linesPerSecond) * 1000 - Date.now())
}

if (exitCode !== '') process.exitCode = Number(exitCode)
else {
  const timer = setInterval(() => {}, 60_000)
  process.on('SIGTERM', () => clearInterval(timer))
}
