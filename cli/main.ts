#!/usr/bin/env node
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import about from '../package.json' with { type: 'json' }
import { runCommandLine } from './run-command-line.ts'
import { rawTerminal } from './terminal/raw-terminal.ts'

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort())

const { env, stdin, stdout, stderr } = process

const prompt = async (question: string): Promise<string | null> => {
  if (!stdin.isTTY) return null
  // On the error stream, so that the output of the command can go into a file.
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    return await lines.question(question, { signal: interruption.signal })
  } finally {
    lines.close()
  }
}

const configurationFolder =
  env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homedir(), '.config')
process.exitCode = await runCommandLine(
  process.argv.slice(2),
  {
    env,
    terminal: {
      write: (text) => void stdout.write(text),
      writeError: (text) => void stderr.write(text),
      isTerminal: stdout.isTTY === true,
      prompt,
      raw: rawTerminal(stdin, stdout),
    },
    fetch,
    configurationFolder,
    nowMs: Date.now,
    sleep: async (ms) => {
      await wait(ms, undefined, { signal: interruption.signal })
    },
    interrupted: interruption.signal,
  },
  about.version,
)
