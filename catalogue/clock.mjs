const periodMs = Number(process.env.PERIOD_MS ?? 1000)
let ticks = 0

const tick = () => {
  ticks += 1
  console.log(`tick ${ticks} at ${new Date().toISOString()}`)
}

const timer = setInterval(tick, periodMs)

// Registered before the first line: its reader may stop the program at once.
process.on('SIGTERM', () => {
  clearInterval(timer)
  console.log(`clock: stopped after ${ticks} ticks`)
})

console.log(`clock: a line every ${periodMs} ms`)
