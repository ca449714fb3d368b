import { once } from 'node:events'
import { runLedger } from './run-ledger.ts'

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runLedger(process.argv.slice(2), {
  env: process.env,
  write: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  },
  writeError: (text) => void process.stderr.write(text),
})
