import { expect, test } from 'vitest'
import { failureToStart } from '../../../server/engines/docker/commands/docker-exec.ts'
import { dockerFailure } from '../../../server/engines/docker/docker-failure.ts'
import { EngineFailure } from '../../../server/engines/engine.ts'

const subject = { id: 'w1', image: 'ghcr.io/team/tool:2', command: ['serve'] }

/** Real error messages of Docker and Podman for conditions that a test cannot provoke. */
test.for([
  ['diskFull', 'write /var/lib/docker/overlay2/x: no space left on device'],
  ['diskFull', 'failed to register layer: ApplyLayer exit status 1 stdout: stderr: write /bin: disk quota exceeded'],
  ['registryDenied', 'toomanyrequests: You have reached your pull rate limit.'],
  ['registryDenied', 'unauthorized: incorrect username or password'],
  ['registryDenied', 'denied: requested access to the resource is denied'],
  ['imageNotFound', 'pull access denied for team/tool, repository does not exist or may require docker login'],
  ['imageNotFound', 'ghcr.io/team/tool:2: image not known'],
  ['imageUnsupported', 'no matching manifest for linux/arm64/v8 in the manifest list entries'],
  ['registryUnreachable', 'Get "https://ghcr.io/v2/": dial tcp: lookup ghcr.io: no such host'],
  ['registryUnreachable', 'Get "https://ghcr.io/v2/": net/http: TLS handshake timeout'],
  ['registryUnreachable', 'Get "https://10.0.0.9:5000/v2/": http: server gave HTTP response to HTTPS client'],
  ['registryUnreachable', 'Get "https://reg/v2/": x509: certificate signed by unknown authority'],
  [
    'portTaken',
    'driver failed programming external connectivity: Bind for 127.0.0.1:80 failed: port is already allocated',
  ],
  ['portTaken', 'rootlessport listen tcp 127.0.0.1:80: bind: address already in use'],
  ['commandNotFound', 'runc create failed: exec: "serve": executable file not found in $PATH: unknown'],
  ['commandNotFound', 'crun: executable file `serve` not found in $PATH: No such file or directory'],
  ['invalidSpec', 'Minimum memory limit allowed is 6MB'],
  ['workloadNotRunning', 'can only create exec sessions on running containers: container state improper'],
  ['unexpected', 'something that nobody has seen before'],
] as const)('%s: %s', ([code, message]) => {
  const failure = dockerFailure(new Error(`(HTTP code 500) server error - ${message} `), subject)
  expect(failure).toMatchObject({ code })
  expect(failure.message).toMatch(/(Check|Free|Add|Choose|Give|Start|Look|See its log|Deploy|try again)/)
  expect(failure.message).toMatch(/\.$/)
})

test.for(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EACCES'])('maps %s of the socket to engineUnreachable', (code) => {
  const failure = dockerFailure(Object.assign(new Error('connect'), { code }))
  expect(failure).toMatchObject({
    code: 'engineUnreachable',
    message: expect.stringContaining('Check that Docker or Podman'),
  })
})

test('maps a timeout to engineUnreachable, and keeps an abort as it is', async () => {
  const tooLate = Object.assign(new Error('aborted', { cause: AbortSignal.timeout(0).reason }), {
    name: 'TimeoutError',
  })
  expect(dockerFailure(tooLate)).toMatchObject({ code: 'engineUnreachable' })
  const givenUp = new DOMException('This operation was aborted', 'AbortError')
  expect(dockerFailure(givenUp)).toBe(givenUp)
})

test('returns an EngineFailure unchanged', () => {
  const rejection = new EngineFailure('portTaken', 'words')
  expect(dockerFailure(rejection)).toBe(rejection)
})

test.for([
  ['OCI runtime exec failed: exec failed: exec: "serve": executable file not found in $PATH: unknown', 127, true],
  ['crun: executable file `serve` not found in $PATH: No such file or directory', 127, true],
  ['[FATAL tini (7)] exec serve failed: No such file or directory', 127, true],
  ['OCI runtime exec failed: printed by the program itself', 127, false],
  ['OCI runtime exec failed: no space left on device', 126, false],
  ['OCI runtime exec failed: exec: "serve": executable file not found in $PATH', 1, false],
  ['serve: not found', 127, false],
] as const)('“%s” with code %i means that the command could not be started: %o', ([output, exitCode, expected]) => {
  expect(failureToStart(exitCode, output, ['serve'])?.code).toBe(expected ? 'commandNotFound' : undefined)
})
