import type { Plugin } from 'vite'

const summary = /^\s+summary:\s*'(?:[^'\\\n]|\\.)*',$/gm

/** What calls are for is read in the API's documents only: a console need not fetch the sentences. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/calls\/[a-z-]+\.ts$/ },
    handler: (code) => ({ code: code.replace(summary, ''), map: null }),
  },
})
