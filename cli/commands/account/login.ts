import { errorOfFailure } from '../../client/failure-error.ts'
import type { Command, CommandContext } from '../../command.ts'
import { CommandError } from '../../command-error.ts'

const SLOWER_SECONDS = 5

/** Polls until the user decides in the console (RFC 8628). A lost connection is polled through. */
const awaitApproval = async (
  { client, world, url }: CommandContext,
  { deviceCode, interval, expiresIn }: { deviceCode: string; interval: number; expiresIn: number },
) => {
  const deadlineMs = world.nowMs() + expiresIn * 1000
  let seconds = interval
  while (world.nowMs() < deadlineMs) {
    await world.sleep(seconds * 1000)
    const polled = await client.tryPublic('pollDeviceToken', { deviceCode })
    if (polled.kind === 'response') return polled.response
    const { failure } = polled
    const code = failure.kind === 'apiError' ? failure.code : null
    if (code === 'deviceSlowDown') seconds += SLOWER_SECONDS
    else if (code !== null && code !== 'devicePending' && code !== 'tooMany') throw errorOfFailure(failure, url)
  }
  throw new CommandError('The login was not approved in time. Run “longshore login” again.')
}

export const login: Command = {
  summary: 'Log in through the console.',
  details: 'Shows a code. Open the printed URL, compare the code and approve it. No password is typed here.',
  parameters: [],
  options: {},
  run: async (context) => {
    const { client, credentials, output, url } = context
    const started = await client.tryPublic('startDeviceLogin', {})
    if (started.kind === 'failure') throw errorOfFailure(started.failure, url)
    const { userCode, verificationUriComplete } = started.response
    // On the error stream, so that `--json` prints nothing but the result.
    output.error(`Open ${verificationUriComplete}\nand approve the code ${userCode}.`)
    const { token, secret, email } = await awaitApproval(context, started.response)
    await credentials.save(url, { token, secret, email })
    output.result({ url, email }, () => `Logged in to ${url}${email === null ? '' : ` as ${email}`}.\n`)
  },
}
