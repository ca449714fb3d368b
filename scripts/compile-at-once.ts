import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Makes the browser compile a first load's functions off the main thread while they arrive, instead of each on its
 * first call. Browsers without support ignore the comment.
 */
export function compileAtOnce(chunks: readonly string[]): Plugin {
  return {
    name: 'compile-at-once',
    generateBundle: {
      // After the minifier, which removes comments.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && chunks.includes(file.name)) file.code = hint + file.code
        }
      },
    },
  }
}
