import { fileURLToPath } from 'node:url'

/** An image shipped with Longshore: a small Node program that every engine can run without a registry. */
export interface BuiltInImage {
  image: string
  title: string
  description: string
  /** Undefined for a worker. */
  containerPort?: number
  environment: { name: string; default: string; description: string }[]
  /** File name in the catalogue folder. */
  program: string
}

const port = { name: 'PORT', default: '8080', description: 'Port to listen on' }
const greeting = { name: 'GREETING', default: 'Hello from Longshore', description: 'Headline of the page' }

export const builtInImages: readonly BuiltInImage[] = [
  {
    image: 'longshore/hello:1',
    title: 'Hello',
    description: 'A small web page that shows its environment and counts requests',
    containerPort: 8080,
    environment: [
      port,
      greeting,
      { name: 'ENVIRONMENT', default: 'development', description: 'Environment name to show on the page' },
    ],
    program: 'hello.mjs',
  },
  {
    image: 'longshore/guestbook:1',
    title: 'Guestbook',
    description: 'A small web app that stores visitors’ messages in a file',
    containerPort: 8080,
    environment: [
      port,
      { name: 'TITLE', default: 'Guestbook', description: 'Headline of the page' },
      { name: 'DATA_FOLDER', default: '/data', description: 'Folder for the stored entries' },
    ],
    program: 'guestbook.mjs',
  },
  {
    image: 'longshore/echo:1',
    title: 'Echo',
    description: 'Echoes every HTTP request and WebSocket message',
    containerPort: 8080,
    environment: [port],
    program: 'echo.mjs',
  },
  {
    image: 'longshore/clock:1',
    title: 'Clock',
    description: 'A worker without a port that prints a line every second',
    environment: [{ name: 'PERIOD_MS', default: '1000', description: 'Milliseconds between lines' }],
    program: 'clock.mjs',
  },
  {
    image: 'longshore/burst:1',
    title: 'Burst',
    description: 'Prints many lines quickly, for testing logs',
    environment: [
      { name: 'LINES', default: '20000', description: 'Number of lines to print' },
      { name: 'LINES_PER_SECOND', default: '0', description: 'Lines per second; 0 for no limit' },
      { name: 'LINE_BYTES', default: '100', description: 'Line length in bytes' },
      { name: 'EXIT_CODE', default: '', description: 'Exit code after the last line; empty to keep running' },
    ],
    program: 'burst.mjs',
  },
  {
    image: 'longshore/trouble:1',
    title: 'Trouble',
    description: 'Fails on purpose, for testing how the platform reacts',
    environment: [
      {
        name: 'MODE',
        default: 'exit',
        description:
          'exit, memory (uses ever more memory), cpu (keeps a processor busy) or stubborn (ignores the stop signal)',
      },
      { name: 'EXIT_CODE', default: '1', description: 'Exit code for MODE=exit' },
      { name: 'AFTER_MS', default: '0', description: 'Milliseconds before it starts to fail' },
    ],
    program: 'trouble.mjs',
  },
]

export const catalogueFolder = fileURLToPath(new URL('../../catalogue/', import.meta.url))

export function findBuiltInImage(image: string): BuiltInImage | undefined {
  return builtInImages.find((builtIn) => builtIn.image === image)
}
