import { expect, test } from 'vitest'
import { deploymentTopic, organizationTopic } from '../../src/contract/topics.ts'
import type { LogMessage } from '../../src/logs/log-message.ts'
import { logOfTopic, topicOfLog } from '../../src/logs/log-of-topic.ts'
import { type LogViews, logViews, selectLogView } from '../../src/logs/log-views.ts'

const id = '00000000-0000-4000-8000-000000000001'
const topic = deploymentTopic(id, 'logs')
const extent = { oldest: 1, head: 90 }
const query = { find: 'wave', as: 'text' as const, matchCase: false }

const after = (...messages: LogMessage[]): LogViews => messages.reduce(logViews.reduce, logViews.initial)
const viewAfter = (...messages: LogMessage[]) => selectLogView(topic)({ logViews: after(...messages) })

test('a failure stays until lines arrive, and a range that is requested meanwhile stays requested', () => {
  const requestedRange: LogMessage = { type: 'ui/logRangeRequested', topic, range: { first: 1, last: 9 } }
  const failed: LogMessage = { type: 'api/logRangeFailed', topic, failure: { kind: 'offline' } }
  expect(viewAfter(requestedRange, failed, requestedRange)).toMatchObject({
    requestedRange: { first: 1 },
    failure: { kind: 'offline' },
  })
  const other: LogMessage = { type: 'ui/logRangeRequested', topic, range: { first: 40, last: 49 } }
  const filled: LogMessage = { type: 'api/logRangeFilled', topic, range: { first: 1, last: 9 }, extent }
  expect(viewAfter(requestedRange, failed, other, filled)).toMatchObject({
    requestedRange: { first: 40 },
    failure: null,
    extent,
  })
  expect(viewAfter(requestedRange, filled).requestedRange).toBeNull()
})

test('a new query restarts the search, and messages of an ended search are ignored', () => {
  const searchRequested: LogMessage = { type: 'ui/logSearchRequested', topic, query }
  const stopped: LogMessage = { type: 'api/logSearchStopped', topic, reason: 'limit', upTo: 60 }
  expect(viewAfter(searchRequested, stopped).search).toStrictEqual({
    query,
    server: { kind: 'stopped', reason: 'limit', upTo: 60 },
  })
  expect(viewAfter(searchRequested, stopped, { type: 'ui/logSearchContinued', topic }).search?.server).toStrictEqual({
    kind: 'waiting',
  })
  expect(viewAfter(searchRequested, stopped, searchRequested).search).toStrictEqual({
    query,
    server: { kind: 'waiting' },
  })
  expect(viewAfter(searchRequested, { type: 'ui/logSearchEnded', topic }, stopped).search).toBeNull()
})

test('a view that was left is removed, and later messages for it are ignored', () => {
  const left: LogMessage = { type: 'ui/logLeft', topic }
  const late: LogMessage = { type: 'api/logRangeFilled', topic, range: { first: 1, last: 9 }, extent }
  expect(after({ type: 'ui/logSearchRequested', topic, query }, left, late)).toStrictEqual({})
})

test('a log topic is parsed into its log, and other topics into null', () => {
  expect(logOfTopic(topic)).toStrictEqual({ id, logType: 'logs' })
  const ofWorker = logOfTopic(deploymentTopic(id, 'logs', 'worker'))
  expect(ofWorker).toStrictEqual({ id, logType: 'logs', serviceName: 'worker' })
  expect(ofWorker && topicOfLog(ofWorker)).toBe(deploymentTopic(id, 'logs', 'worker'))
  expect(logOfTopic(`${topic}/worker/more`)).toBeNull()
  expect(logOfTopic(organizationTopic(id))).toBeNull()
  expect(logOfTopic('deployment/x/logs')).toBeNull()
})
