const mode = process.env.MODE ?? 'exit'
const exitCode = Number(process.env.EXIT_CODE ?? 1)
const afterMs = Number(process.env.AFTER_MS ?? 0)
const stepBytes = 8 * 1024 * 1024
const stepMs = 20

const held = []

const troubles = {
  exit: () => process.exit(exitCode),
  memory: () =>
    setInterval(() => {
      held.push(Buffer.alloc(stepBytes, 1))
      console.log(`holding ${(held.length * stepBytes) / 1024 / 1024} MB`)
    }, stepMs),
  cpu: () => {
    for (;;) Math.sqrt(Math.random())
  },
  stubborn: () => {
    process.on('SIGTERM', () => console.log('Ignoring the stop signal'))
    setInterval(() => {}, 60_000)
    console.log('ready')
  },
}

const trouble = troubles[mode]
if (!trouble) {
  console.error(`Unknown MODE ${mode}. Use one of ${Object.keys(troubles).join(', ')}`)
  process.exit(64)
}
console.log(`trouble: ${mode} in ${afterMs} ms`)
setTimeout(trouble, afterMs)
