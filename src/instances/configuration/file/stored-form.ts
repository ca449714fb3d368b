import * as v from 'valibot'
import { ipLeases, storageClasses } from '../../../contract/wire/instance/resources.ts'
import { rulesDraft } from '../../scaling/rules-draft-schema.ts'
import type { ServiceDraft } from '../service-draft.ts'
import type { FileHead } from './read-services.ts'

interface Form {
  services: readonly ServiceDraft[]
  head: FileHead
}

/** JSON has no NaN, which stands for a number that is not typed yet. */
const amount = v.pipe(
  v.nullable(v.number()),
  v.transform((typed) => typed ?? Number.NaN),
)
const typed = v.nullable(v.number())

const kept = v.object({
  sharedMemoryBytes: v.nullable(v.number()),
  volumes: v.array(
    v.object({
      name: v.string(),
      class: v.picklist(storageClasses),
      sizeBytes: amount,
      mountPath: v.string(),
    }),
  ),
  ipLease: v.picklist(ipLeases),
  staticAddress: v.nullable(v.string()),
  startAfter: v.array(v.string()),
  files: v.array(
    v.object({ path: v.string(), mode: amount, isSecret: v.boolean(), content: v.exactOptional(v.string()) }),
  ),
})

const service = v.object({
  key: v.string(),
  kept,
  name: v.string(),
  image: v.string(),
  entrypoint: v.string(),
  command: v.string(),
  releaseCommand: v.string(),
  workingDirectory: v.string(),
  user: v.string(),
  environment: v.array(
    v.object({ name: v.string(), value: v.nullable(v.string()), isSecret: v.boolean(), isSaved: v.boolean() }),
  ),
  variableGroups: v.array(v.string()),
  ports: v.array(
    v.object({
      containerPort: v.string(),
      protocol: v.picklist(['http', 'tcp', 'udp']),
      exposure: v.picklist(['public', 'internal']),
    }),
  ),
  cpu: typed,
  memoryMib: typed,
  storageGib: typed,
  replicas: typed,
  autoscaling: v.optional(v.nullable(rulesDraft), null),
  healthCheck: v.object({
    kind: v.picklist(['none', 'http', 'tcp', 'command']),
    path: v.string(),
    port: v.string(),
    command: v.string(),
    periodSeconds: typed,
    timeoutSeconds: typed,
    retries: typed,
    startPeriodSeconds: typed,
  }),
  restartPolicy: v.picklist(['always', 'on-failure', 'never']),
  stopSignal: v.string(),
  stopGraceSeconds: typed,
})

const form = v.object({
  services: v.array(service),
  head: v.object({
    name: v.exactOptional(v.string()),
    region: v.exactOptional(v.string()),
    projectNetwork: v.exactOptional(v.boolean()),
  }),
})

/** Serialises an unfinished form, including rows without a name and empty numbers, which a file cannot contain. */
export const writeForm = ({ services, head }: Form): string => JSON.stringify({ services, head })

/** Returns a stored form, or null for what another version of the console has stored. */
export const readForm = (text: string): Form | null => {
  if (text === '') return null
  try {
    return v.parse(form, JSON.parse(text))
  } catch {
    return null
  }
}
