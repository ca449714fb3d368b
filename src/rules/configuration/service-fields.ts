import type { Codec, Fields } from './codec.ts'
import { asIs, bytes, cores, duration, mode, text } from './scalar-codecs.ts'
import { listOf, mapOf } from './structure-codecs.ts'
import { environment, settleKept, withKept, writeKept } from './value-codecs.ts'

const command = listOf(text, '["node", "server.js"]')

const portFields: Fields = {
  port: { to: 'containerPort', codec: asIs, description: 'The port that the program listens on.' },
  protocol: { to: 'protocol', codec: asIs, description: 'http, tcp or udp.' },
  exposure: { to: 'exposure', codec: asIs, description: 'public, or internal for the other services only.' },
}

const volumeFields: Fields = {
  name: { to: 'name', codec: text, description: 'The name of the volume.' },
  mountPath: { to: 'mountPath', codec: text, description: 'The folder in the container.' },
  class: { to: 'class', codec: asIs, description: 'beta1 (HDD), beta2 (SSD) or beta3 (NVMe).' },
  size: { to: 'sizeBytes', codec: bytes, description: 'The size of the volume.' },
}

const healthCheckFields: Fields = {
  kind: { to: 'kind', codec: asIs, description: 'http, tcp or command.' },
  port: { to: 'port', codec: asIs, description: 'The port to probe.' },
  path: { to: 'path', codec: text, description: 'The path of an HTTP probe.' },
  command: { to: 'command', codec: command, description: 'The program that checks the replica from inside.' },
  period: { to: 'periodMs', codec: duration(1), description: 'The time between two probes.' },
  timeout: { to: 'timeoutMs', codec: duration(1), description: 'When a probe counts as failed.' },
  retries: { to: 'retries', codec: asIs, description: 'Failures in a row that make a replica unhealthy.' },
  startPeriod: { to: 'startPeriodMs', codec: duration(1), description: 'Failures are ignored for this long.' },
}

const scheduleFields: Fields = {
  schedule: { to: 'schedule', codec: text, description: 'When it begins: a cron schedule such as 0 8 * * 1-5.' },
  timeZone: { to: 'timeZone', codec: text, description: 'The time zone of the schedule, such as Europe/Berlin.' },
  durationMinutes: { to: 'durationMinutes', codec: asIs, description: 'How many minutes it lasts.' },
  replicas: { to: 'replicas', codec: asIs, description: 'The fewest replicas meanwhile.' },
}

const autoscalingFields: Fields = {
  minReplicas: { to: 'minReplicas', codec: asIs, description: 'The fewest replicas.' },
  maxReplicas: { to: 'maxReplicas', codec: asIs, description: 'The most replicas.' },
  cpuPercent: { to: 'cpuPercent', codec: asIs, description: 'The CPU use to aim at.' },
  memoryPercent: { to: 'memoryPercent', codec: asIs, description: 'The memory use to aim at.' },
  requestsPerSecond: {
    to: 'requestsPerSecond',
    codec: asIs,
    description: 'The requests a second of each replica to aim at.',
  },
  concurrentRequests: {
    to: 'concurrentRequests',
    codec: asIs,
    description: 'The requests in progress in each replica to aim at.',
  },
  schedules: {
    to: 'schedules',
    codec: listOf(mapOf(scheduleFields), '- schedule: 0 8 * * 1-5'),
    description: 'Times with at least so many replicas.',
  },
  scaleUpCooldown: {
    to: 'scaleUpCooldownSeconds',
    codec: duration(1000),
    description: 'The time after a change until replicas are added.',
  },
  scaleDownCooldown: {
    to: 'scaleDownCooldownSeconds',
    codec: duration(1000),
    description: 'The time after a change until replicas are removed.',
  },
  cooldown: { to: 'cooldownSeconds', codec: duration(1000), description: 'Both of these times, if they are left out.' },
  idle: {
    to: 'idleSeconds',
    codec: duration(1000),
    description: 'Without requests for this long, the last replica ends.',
  },
}

const fileFields = withKept({
  path: { to: 'path', codec: text, description: 'The absolute path in the container.' },
  mode: { to: 'mode', codec: mode, description: 'The permissions.' },
  content: { to: 'content', codec: text, description: 'The content, as UTF-8.' },
})

const plainFile = mapOf(fileFields)

/** A file whose content may be kept. */
const file: Codec = {
  ...plainFile,
  read: (value, place, reading) => {
    const given = plainFile.read(value, place, reading)
    return given && typeof given === 'object' ? settleKept({ ...given }, 'content', place, reading) : given
  },
  write: (value) => {
    const { secret: _, ...written } = plainFile.write(value) as Record<string, unknown>
    return { ...written, ...writeKept(value, 'content') }
  },
}

/** The fields of a service in the file, in the order in which they are written. */
export const serviceFields: Fields = {
  image: { to: 'image', codec: text, description: 'The container image.' },
  entrypoint: { to: 'entrypoint', codec: command, description: 'Replaces the entry point of the image.' },
  command: { to: 'command', codec: command, description: 'Replaces the command of the image.' },
  workingDirectory: { to: 'workingDirectory', codec: text, description: 'The folder that the program starts in.' },
  user: { to: 'user', codec: text, description: 'The user that the program runs as.' },
  cpu: { to: 'cpuMilli', codec: cores, description: 'Cores of each replica, such as 0.5.' },
  memory: { to: 'memoryBytes', codec: bytes, description: 'Memory of each replica, such as 512Mi.' },
  storage: { to: 'storageBytes', codec: bytes, description: 'Disk of each replica that ends with it, such as 1Gi.' },
  sharedMemory: { to: 'sharedMemoryBytes', codec: bytes, description: 'The size of /dev/shm.' },
  replicas: { to: 'replicas', codec: asIs, description: 'How many equal replicas run.' },
  ports: { to: 'ports', codec: listOf(mapOf(portFields), '- port: 8080'), description: 'The ports of the program.' },
  ipLease: { to: 'ipLease', codec: asIs, description: 'shared-ip, dedicated-ip or static.' },
  staticAddress: { to: 'staticAddress', codec: text, description: 'The name of the static address of the project.' },
  environment: { to: 'environment', codec: environment, description: 'The environment variables.' },
  variableGroups: {
    to: 'variableGroups',
    codec: listOf(text, '[shared]'),
    description: 'Variable groups of the project. A later one replaces the values of an earlier one.',
  },
  files: { to: 'files', codec: listOf(file, '- path: /etc/app.conf'), description: 'Configuration files.' },
  volumes: {
    to: 'volumes',
    codec: listOf(mapOf(volumeFields), '- name: data'),
    description: 'Storage that outlives a replica.',
  },
  healthCheck: { to: 'healthCheck', codec: mapOf(healthCheckFields), description: 'When a replica is ready.' },
  restartPolicy: { to: 'restartPolicy', codec: asIs, description: 'always, on-failure or never.' },
  stopSignal: { to: 'stopSignal', codec: text, description: 'The signal that stops the program, such as SIGTERM.' },
  stopGrace: { to: 'stopGraceMs', codec: duration(1), description: 'How long the program may take to stop.' },
  startAfter: { to: 'startAfter', codec: listOf(text, '[db]'), description: 'Services that have to be ready before.' },
  releaseCommand: { to: 'releaseCommand', codec: command, description: 'Runs once before traffic is switched.' },
  autoscalingRules: { to: 'autoscalingRules', codec: mapOf(autoscalingFields), description: 'When replicas change.' },
}
