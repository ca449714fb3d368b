import { expect, test } from 'vitest'
import { requestCases } from './gateway-request-corpus.ts'
import { Visitor } from './raw-visitor.ts'
import { startRecordingUpstream } from './recording-upstream.ts'
import { attack, expectNothingSmuggled } from './request-attack.ts'
import { securedGateway } from './secured-gateway.ts'

test.each([
  ['reads bodies', false],
  ['parses bodies as requests', true],
])(
  'over TLS, too, every visitor gets the response to their own request: an instance that %s',
  async (_kind, ignoresBodies) => {
    const recorder = await startRecordingUpstream({ ignoresBodies })
    const gateway = await securedGateway(recorder.port)
    const { port, host, secure } = gateway
    const visitors = [new Visitor(port, host, secure), new Visitor(port, host, secure)]
    try {
      const failures: string[] = []
      for (const each of requestCases(host)) {
        recorder.requests.length = 0
        recorder.malformed.length = 0
        try {
          await attack({ name: 'direct', port, secure }, each, visitors, recorder)
          expectNothingSmuggled(recorder, true)
        } catch (error) {
          failures.push(`${each.name}: ${error instanceof Error ? error.message : error}`)
        }
      }
      expect(failures).toEqual([])
    } finally {
      for (const visitor of visitors) visitor.disconnect()
      await gateway.stop()
      await recorder.stop()
    }
  },
)
