import * as v from 'valibot'
import { drainCalls } from '../contract/calls/drains/drain-calls.ts'
import type { InputOf } from '../contract/contract.ts'
import type { InstanceId, ProjectId } from '../contract/wire/common.ts'
import { type Drain, drainedLogTypes } from '../contract/wire/drains/drain.ts'
import type { DrainType } from '../contract/wire/drains/drain-target.ts'
import { logStreams } from '../contract/wire/log.ts'
import { fieldMessage } from '../rules/validation/field-message.ts'

/** The form of a log drain; the fields of all kinds of targets keep their text while another kind is chosen. */
export interface DrainDraft {
  name: string
  projectId: ProjectId | null
  instanceId: InstanceId | null
  logTypes: Drain['logTypes']
  streams: Drain['streams']
  /** Separated by commas. */
  services: string
  backfillHours: number | null
  type: DrainType
  url: string
  gzip: boolean
  headers: { name: string; value: string }[]
  host: string
  port: number | null
  caCertificate: string
  tenant: string
  username: string
  password: string
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  maxMebibytes: number | null
  maxAgeSeconds: number | null
}

const MIB = 1024 ** 2

const blank: DrainDraft = {
  name: '',
  projectId: null,
  instanceId: null,
  logTypes: [...drainedLogTypes],
  streams: [...logStreams],
  services: '',
  backfillHours: 0,
  type: 'http',
  url: '',
  gzip: true,
  headers: [],
  host: '',
  port: 6514,
  caCertificate: '',
  tenant: '',
  username: '',
  password: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
  maxMebibytes: 8,
  maxAgeSeconds: 300,
}

/** Secrets are write-only: their fields begin empty. */
export const drainDraft = (drain: Drain | null): DrainDraft => {
  if (!drain) return blank
  const { name, projectId, instanceId, logTypes, streams, services, target } = drain
  const { type, ...fields } = target
  return {
    ...blank,
    ...fields,
    ...{ name, projectId, instanceId, logTypes, streams, type },
    services: services.join(', '),
    headers: target.type === 'http' ? target.headers.map((header) => ({ name: header.name, value: '' })) : [],
    maxMebibytes: target.type === 's3' ? target.maxBytes / MIB : blank.maxMebibytes,
  }
}

type Created = Omit<InputOf<'createDrain'>, 'id'>

const ifTyped = <K extends string>(key: K, value: string) =>
  value === '' ? {} : ({ [key]: value } as { [Key in K]: string })

const targetOf = (draft: DrainDraft): Created['target'] => {
  const { type, url, gzip, host, caCertificate, tenant, username, endpoint, region, bucket, prefix } = draft
  switch (type) {
    case 'http': {
      const headers = draft.headers.map(({ name, value }) => ({ name, ...ifTyped('value', value) }))
      return { type, url, gzip, headers }
    }
    case 'syslog':
      return { type, host, port: draft.port ?? 0, caCertificate }
    case 'loki':
      return { type, url, tenant, username, ...ifTyped('password', draft.password) }
    case 's3':
      return {
        type,
        ...{ endpoint, region, bucket, prefix, accessKeyId: draft.accessKeyId },
        ...ifTyped('secretAccessKey', draft.secretAccessKey),
        maxBytes: Math.round((draft.maxMebibytes ?? 0) * MIB),
        maxAgeSeconds: draft.maxAgeSeconds ?? 0,
      }
  }
}

/** What is sent for a form. */
export const typedDrain = (draft: DrainDraft): Created => ({
  name: draft.name,
  projectId: draft.projectId,
  instanceId: draft.instanceId,
  logTypes: draft.logTypes,
  streams: draft.streams,
  services: draft.services
    .split(',')
    .map((service) => service.trim())
    .filter((service) => service !== ''),
  backfillHours: draft.backfillHours ?? 0,
  target: targetOf(draft),
})

/** Returns what is wrong with a form, by the field of the request, such as `target.url`. */
export const drainErrors = (draft: DrainDraft): Readonly<Record<string, string>> => {
  const { issues = [] } = v.safeParse(drainCalls.createDrain.body, typedDrain(draft))
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? '', fieldMessage(issue)]))
}

/** Returns a change of a saved drain; where it reads from is fixed. */
export const drainChange = (draft: DrainDraft): Omit<InputOf<'updateDrain'>, 'id'> => {
  const { projectId: _, instanceId: __, backfillHours: ___, ...changes } = typedDrain(draft)
  return changes
}
