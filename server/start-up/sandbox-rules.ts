import type { Config } from '../config.ts'
import { isLoopbackName } from './hosts/loopback-name.ts'
import { StartUpError } from './start-up-error.ts'

/** Throws a `StartUpError` if other machines could reach the sandbox, in which anyone can sign in as any user. */
export const assertSandboxIsLocal = ({ mode, host, publicUrl }: Pick<Config, 'mode' | 'host' | 'publicUrl'>): void => {
  if (mode !== 'sandbox') return
  const fail = (setting: string, remedy: string) => {
    throw new StartUpError(
      `The sandbox does not start: ${setting} would open it to other machines, and it has no passwords. ${remedy}, or set LONGSHORE_MODE=production.`,
    )
  }
  if (!isLoopbackName(host)) fail(`HOST=${host}`, 'Leave HOST at 127.0.0.1')
  if (!isLoopbackName(new URL(publicUrl).hostname))
    fail(`LONGSHORE_PUBLIC_URL=${publicUrl}`, 'Leave LONGSHORE_PUBLIC_URL unset')
}
