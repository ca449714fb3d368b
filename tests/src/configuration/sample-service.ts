import type { StoredService } from '../../../src/contract/wire/instance/instance-configuration.ts'
import type { SavedConfiguration } from '../../../src/instances/configuration/edited-configuration.ts'

export const storedService = (service: Partial<StoredService> = {}): StoredService => ({
  name: 'app',
  image: 'nginx:alpine',
  entrypoint: null,
  command: ['serve', '--port', '8080'],
  workingDirectory: null,
  user: null,
  environment: [
    { name: 'GREETING', isSecret: false, digest: 'a' },
    { name: 'PASSWORD', isSecret: true, digest: 'b' },
  ],
  variableGroups: [],
  files: [{ path: '/etc/app.conf', mode: 0o644, isSecret: false, digest: 'c' }],
  ports: [{ containerPort: 8080, protocol: 'http', exposure: 'public' }],
  cpuMilli: 500,
  memoryBytes: 536_870_912,
  storageBytes: 1_073_741_824,
  sharedMemoryBytes: null,
  volumes: [],
  replicas: 2,
  ipLease: 'shared-ip',
  staticAddress: null,
  healthCheck: {
    kind: 'http',
    path: '/health',
    port: 8080,
    periodMs: 10_000,
    timeoutMs: 2500,
    retries: 3,
    startPeriodMs: 0,
  },
  restartPolicy: 'always',
  stopSignal: null,
  stopGraceMs: 10_000,
  startAfter: [],
  autoscalingRules: null,
  releaseCommand: null,
  ...service,
})

export const savedConfiguration = (number: number, ...services: StoredService[]): SavedConfiguration => ({
  number,
  configuration: { services: services.length > 0 ? services : [storedService()], privateRegistry: null },
})
