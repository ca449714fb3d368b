import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '../../cli/run-command-line.ts'
import type { RawTerminal, World } from '../../cli/world.ts'

export interface FakeWorld extends World {
  /** What was printed so far. */
  out(): string
  err(): string
  run(...args: string[]): Promise<number>
  remove(): void
}

interface Options {
  env?: Record<string, string>
  isTerminal?: boolean
  /** The replies to questions, in order; then there is no one. */
  replies?: string[]
  /** Answers requests in place of the network. */
  respond?: (request: Request) => Response | Promise<Response>
  nowMs?: () => number
  raw?: RawTerminal
}

/** A folder, a terminal and a network of their own for the commands of one test. */
export const fakeWorld = ({
  env = {},
  isTerminal = true,
  replies = [],
  respond,
  nowMs,
  raw,
}: Options = {}): FakeWorld => {
  const configurationFolder = mkdtempSync(join(tmpdir(), 'longshore-cli-'))
  let out = ''
  let err = ''
  const world: FakeWorld = {
    env,
    terminal: {
      write: (text) => {
        out += text
      },
      writeError: (text) => {
        err += text
      },
      isTerminal,
      prompt: async () => replies.shift() ?? null,
      raw: raw ?? null,
    },
    fetch: respond ? async (input) => respond(input as Request) : fetch,
    configurationFolder,
    nowMs: nowMs ?? Date.now,
    sleep: async () => undefined,
    interrupted: new AbortController().signal,
    out: () => out,
    err: () => err,
    run: (...args) => runCommandLine(args, world, '1.2.3'),
    remove: () => rmSync(configurationFolder, { recursive: true, force: true }),
  }
  return world
}

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })
