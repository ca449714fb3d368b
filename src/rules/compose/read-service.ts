import { type Place, within } from '../configuration/codec.ts'
import { serviceFields } from '../configuration/service-fields.ts'
import { readFields } from '../configuration/structure-codecs.ts'
import { unknownFieldMessage } from '../configuration/unknown-field.ts'
import type { LocatedMap, LocatedValue } from '../yaml/located-value.ts'
import { type ComposeReading, entryOf, type FieldReader, note, placeOf, problem, textOf } from './compose-reading.ts'
import { readHealthCheck } from './read-health-check.ts'
import { portsReader } from './read-ports.ts'
import { commandReader, environmentReader, namesOf } from './read-program.ts'
import { bytesReader, readCpus, readDeploy, readGrace, readRestart, withDefaultSize } from './read-resources.ts'
import { filesReader, volumesReader } from './read-storage.ts'
import type { Variables } from './variables/substitute-variables.ts'

const textReader =
  (to: string): FieldReader =>
  (value) => ({ [to]: textOf(value) })

const readDependencies: FieldReader = (value, place, reading) => {
  for (const [name, entry] of value.kind === 'map' ? value.entries : [])
    if (textOf(entryOf(entry.value, 'condition')) === 'service_completed_successfully')
      problem(
        reading,
        within(place, entry.at, name, name),
        `Longshore cannot wait for ${name} to end. Use a release command instead.`,
      )
  return { startAfter: namesOf(value) }
}

/** The name in the contract, and the reader, of each field that Longshore honours. */
const readersFor = (variables: Variables, map: LocatedMap, place: Place): Record<string, [string, FieldReader]> => {
  const exposed = map.entries.get('expose')
  const ports = portsReader(place.path, exposed?.value, within(place, exposed?.at ?? place.at, 'expose', 'ports'))
  return {
    image: ['image', textReader('image')],
    command: ['command', commandReader('command')],
    entrypoint: ['entrypoint', commandReader('entrypoint')],
    environment: ['environment', environmentReader(variables)],
    working_dir: ['workingDirectory', textReader('workingDirectory')],
    user: ['user', textReader('user')],
    ports: ['ports', ports],
    volumes: ['volumes', volumesReader(place.path)],
    configs: ['files', filesReader('configs', variables)],
    secrets: ['files', filesReader('secrets', variables)],
    depends_on: ['startAfter', readDependencies],
    healthcheck: ['healthCheck', readHealthCheck],
    restart: ['restartPolicy', readRestart],
    deploy: ['deploy', readDeploy],
    scale: ['replicas', (value) => ({ replicas: Number(textOf(value)) })],
    cpus: ['cpuMilli', readCpus],
    mem_limit: ['memoryBytes', bytesReader('memoryBytes')],
    shm_size: ['sharedMemoryBytes', bytesReader('sharedMemoryBytes')],
    stop_signal: ['stopSignal', textReader('stopSignal')],
    stop_grace_period: ['stopGraceMs', readGrace],
  }
}

/** Fields of Compose that have no effect here. Any other unknown field is a typing error. */
const unsupported =
  `annotations attach blkio_config build cap_add cap_drop cgroup cgroup_parent container_name cpu_count
 cpu_percent cpu_period cpu_quota cpu_rt_period cpu_rt_runtime cpu_shares cpuset credential_spec develop
 device_cgroup_rules devices dns dns_opt dns_search domainname env_file expose extends external_links extra_hosts gpus
 group_add hostname init ipc isolation label_file labels links logging mac_address mem_reservation mem_swappiness
 memswap_limit models network_mode networks oom_kill_disable oom_score_adj pid pids_limit platform post_start pre_stop
 privileged profiles provider pull_policy read_only runtime security_opt stdin_open storage_opt sysctls tmpfs tty
 ulimits use_api_socket userns_mode uts volumes_from`.split(/\s+/)

/** Fields in the words of Longshore, for what Compose cannot say. */
export const EXTENSION = 'x-longshore'

const quiet = new Set(['expose', 'networks', 'container_name', 'hostname', 'labels', 'init'])

/** Reads one service into fields of the contract. */
export const readService = (
  name: string,
  map: LocatedMap,
  place: Place,
  reading: ComposeReading,
  variables: Variables,
): Record<string, unknown> => {
  const readers = readersFor(variables, map, place)
  const service: Record<string, unknown> = { name }
  const own = readExtension(map, place, reading)
  for (const [field, { at, value }] of map.entries) {
    const [to, read] = (Object.hasOwn(readers, field) && readers[field]) || []
    const here = within(place, at, field, field)
    if (to !== undefined && read) {
      if (!isNull(value) && !(to in own))
        Object.assign(service, read(value, placeOf(reading, place, value, field, to), reading))
    } else if (unsupported.includes(field)) noteUnsupported(field, here, map, reading)
    else if (!field.startsWith('x-'))
      problem(reading, here, unknownFieldMessage(field, [...Object.keys(readers), ...unsupported]))
  }
  if (!map.entries.has('ports') && map.entries.has('expose') && !('ports' in own))
    Object.assign(service, readers.ports?.[1]({ kind: 'list', at: place.at, size: 1, items: [] }, place, reading))
  const { configs = [], secrets = [], ...rest } = service
  const files = [...(configs as object[]), ...(secrets as object[])]
  return withDefaultSize({ ...rest, ...(files.length > 0 && { files }), ...own }, map, place, reading)
}

const readExtension = (map: LocatedMap, place: Place, reading: ComposeReading) => {
  const value = map.entries.get(EXTENSION)?.value
  if (value?.kind !== 'map') return {}
  return readFields(value, serviceFields, { ...place, field: `${place.field}.${EXTENSION}` }, reading)
}

const isNull = (value: LocatedValue) => value.kind === 'scalar' && value.value === null

const noteUnsupported = (field: string, place: Place, map: LocatedMap, reading: ComposeReading) => {
  if (field === 'build' && !map.entries.has('image'))
    problem(reading, place, 'Longshore does not build images. Push the image to a registry and name it under “image”.')
  else if (field === 'env_file')
    problem(reading, place, 'Write the variables under “environment”: only this file itself is sent.')
  else if (!quiet.has(field)) note(reading, place, `“${field}” is not supported and has no effect.`)
}
