import { runCommand } from './run-command.ts'
import type { Stage } from './stage.ts'

/** Creates a stage that counts as one check: it passes or fails. */
export function check(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Stage {
  return {
    name,
    needs: [],
    async run(context) {
      const held = (await runCommand(args, { ...context, env: { ...context.env, ...env } })) === 'held'
      return { passed: held ? 1 : 0, failed: held ? 0 : 1, skipped: [] }
    },
  }
}
