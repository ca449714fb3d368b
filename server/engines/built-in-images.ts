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

const port = { name: 'PORT', default: '8080', description: 'The port that it listens on' }
const greeting = { name: 'GREETING', default: 'Hello from Longshore', description: 'The headline of the page' }

export const builtInImages: readonly BuiltInImage[] = [
  {
    image: 'longshore/hello:1',
    title: 'Hello',
    description: 'A small web page that shows its environment and counts its requests',
    containerPort: 8080,
    environment: [
      port,
      greeting,
      { name: 'ENVIRONMENT', default: 'development', description: 'The name of the environment that the page shows' },
    ],
    program: 'hello.mjs',
  },
  {
    image: 'longshore/guestbook:1',
    title: 'Guestbook',
    description: 'A small web app that keeps what its visitors write in a file',
    containerPort: 8080,
    environment: [
      port,
      { name: 'TITLE', default: 'Guestbook', description: 'The headline of the page' },
      { name: 'DATA_FOLDER', default: '/data', description: 'Where the entries are kept' },
    ],
    program: 'guestbook.mjs',
  },
  {
    image: 'longshore/echo:1',
    title: 'Echo',
    description: 'Answers every HTTP request and every WebSocket message with what it got',
    containerPort: 8080,
    environment: [port],
    program: 'echo.mjs',
  },
  {
    image: 'longshore/clock:1',
    title: 'Clock',
    description: 'A worker without a port that prints a line each second',
    environment: [{ name: 'PERIOD_MS', default: '1000', description: 'Milliseconds between two lines' }],
    program: 'clock.mjs',
  },
  {
    image: 'longshore/burst:1',
    title: 'Burst',
    description: 'Prints many lines quickly, for trying out logs',
    environment: [
      { name: 'LINES', default: '20000', description: 'How many lines it prints' },
      { name: 'LINES_PER_SECOND', default: '0', description: 'How fast; 0 is as fast as it can' },
      { name: 'LINE_BYTES', default: '100', description: 'The length of a line' },
      { name: 'EXIT_CODE', default: '', description: 'The exit code that it ends with; it goes on when empty' },
    ],
    program: 'burst.mjs',
  },
  {
    image: 'longshore/trouble:1',
    title: 'Trouble',
    description: 'Misbehaves as it is told to, for seeing what the platform makes of it',
    environment: [
      {
        name: 'MODE',
        default: 'exit',
        description:
          'exit, memory (takes more and more), cpu (keeps a processor busy) or stubborn (ignores the wish to stop)',
      },
      { name: 'EXIT_CODE', default: '1', description: 'For exit: the exit code' },
      { name: 'AFTER_MS', default: '0', description: 'Milliseconds before it begins' },
    ],
    program: 'trouble.mjs',
  },
]

export const catalogueFolder = fileURLToPath(new URL('../../catalogue/', import.meta.url))

export function findBuiltInImage(image: string): BuiltInImage | undefined {
  return builtInImages.find((builtIn) => builtIn.image === image)
}
