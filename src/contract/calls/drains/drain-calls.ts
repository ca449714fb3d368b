import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { done, filledText, instanceId, instant, organizationId, projectId, whole } from '../../wire/common.ts'
import { drain, drainedLogTypes } from '../../wire/drains/drain.ts'
import { drainId } from '../../wire/drains/drain-id.ts'
import { drainFilter, drainTargetInput } from '../../wire/drains/drain-input.ts'
import { logStreams } from '../../wire/log.ts'

const byId = v.strictObject({ id: drainId })
const ofOrganization = v.strictObject({ id: organizationId })
const name = filledText(80)

/** Stored lines that were not sent yet. */
const waiting = v.object({
  drainId,
  lines: v.number(),
  /** Of their text, estimated. */
  bytes: v.number(),
  oldestAt: v.nullable(instant),
})

export const drainCalls = {
  readDrains: call({
    method: 'GET',
    path: 'organization/{id}/log-drains',
    access: may('drains.read', 'organization', 'params.id'),
    params: ofOrganization,
    response: v.object({ drains: v.array(drain), waiting: v.array(waiting) }),
    summary: 'List the log drains of an organisation by name, with the lines that wait. There can be at most 20.',
  }),
  readDrain: call({
    method: 'GET',
    path: 'log-drain/{id}',
    access: may('drains.read', 'drain', 'params.id'),
    params: byId,
    response: v.object({ drain, waiting }),
    summary: 'Get a log drain, without its secrets.',
  }),
  createDrain: call({
    method: 'POST',
    path: 'organization/{id}/log-drains',
    access: may('drains.write', 'organization', 'params.id'),
    params: ofOrganization,
    body: v.strictObject({
      name,
      /** Only the lines of this project, or of this instance. */
      projectId: v.optional(v.nullable(projectId), null),
      instanceId: v.optional(v.nullable(instanceId), null),
      logTypes: v.optional(drainFilter.logTypes, [...drainedLogTypes]),
      services: v.optional(drainFilter.services, []),
      streams: v.optional(drainFilter.streams, [...logStreams]),
      target: drainTargetInput,
      /** Also sends stored lines that are at most so many hours old. */
      backfillHours: v.optional(v.pipe(whole, v.minValue(0, 'At least 0.'), v.maxValue(720, 'At most 720.')), 0),
    }),
    response: v.object({ drain }),
    success: 'Log drain created',
    invalidates: [],
    summary: 'Create a log drain: from now on, log lines are sent to a system of yours, at least once each.',
  }),
  updateDrain: call({
    method: 'PATCH',
    path: 'log-drain/{id}',
    access: may('drains.write', 'drain', 'params.id'),
    params: byId,
    body: v.strictObject({
      name: v.optional(name),
      logTypes: v.optional(drainFilter.logTypes),
      services: v.optional(drainFilter.services),
      streams: v.optional(drainFilter.streams),
      target: v.optional(drainTargetInput),
    }),
    response: v.object({ drain }),
    success: 'Log drain saved',
    invalidates: [],
    summary: 'Change a log drain. Fields, and secrets of the same target, that are left out stay as they are.',
  }),
  testDrain: call({
    method: 'POST',
    path: 'log-drain/{id}/test',
    access: may('drains.write', 'drain', 'params.id'),
    params: byId,
    response: v.object({ isDelivered: v.boolean(), message: v.string() }),
    invalidates: [],
    summary: 'Send one test line to the target of a log drain at once, and return its answer.',
  }),
  setDrainState: call({
    method: 'POST',
    path: 'log-drain/{id}/state',
    access: may('drains.write', 'drain', 'params.id'),
    params: byId,
    body: v.strictObject({ enabled: v.boolean() }),
    response: v.object({ drain }),
    invalidates: [],
    summary: 'Pause or resume a log drain. Lines wait while it is paused, as long as they are stored.',
  }),
  deleteDrain: call({
    method: 'DELETE',
    path: 'log-drain/{id}',
    access: may('drains.write', 'drain', 'params.id'),
    params: byId,
    response: done,
    success: 'Log drain deleted',
    invalidates: [],
    summary: 'Delete a log drain. Lines that wait are not sent.',
  }),
}
