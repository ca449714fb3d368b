const periodMs = Number(process.env.PERIOD_MS ?? 1000)
let ticks = 0

const tick = () => {
  ticks += 1
  console.log(`tick ${ticks} at ${new Date().toISOString()}`)
}

const timer = setInterval(tick, periodMs)

// Before the first line: whoever has read that may ask it to stop.
process.on('SIGTERM', () => {
  clearInterval(timer)
  console.log(`clock: stopped after ${ticks} ticks`)
})

console.log(`clock: a line every ${periodMs} ms`)
