import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Asks the browser to compile a first load's functions while they arrive, beside the page's own thread, instead of one by
 * one on that thread when each is first called. Browsers that do not know the hint read a comment.
 */
export function compileAtOnce(chunks: readonly string[]): Plugin {
  return {
    name: 'compile-at-once',
    generateBundle: {
      // After the minifier, which drops comments.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && chunks.includes(file.name)) file.code = hint + file.code
        }
      },
    },
  }
}
