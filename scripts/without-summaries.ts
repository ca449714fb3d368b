import type { Plugin } from 'vite'

const summary = /^\s+summary:\s*'(?:[^'\\\n]|\\.)*',$/gm

/** Removes the calls' summaries from the console; only the API document uses them. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/calls\/(?:[a-z-]+\/)?[a-z-]+\.ts$/ },
    handler: (code) => ({ code: code.replace(summary, ''), map: null }),
  },
})
