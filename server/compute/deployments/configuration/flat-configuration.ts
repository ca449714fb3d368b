import type { ParsedOf } from '../../../../src/contract/contract.ts'
import type { InstanceConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { InstanceSize } from '../../instances/requested-size.ts'

type FlatInput = Pick<
  ParsedOf<'createInstance'>,
  'command' | 'environment' | 'ports' | 'instanceCount' | 'persistentStorage' | 'ipLease'
> & { image: string }

/** The name of the service that the flat fields of a call describe. */
export const ONLY_SERVICE = 'app'

/** Returns the flat fields of a call as a configuration of one service. */
export const flatConfiguration = (input: FlatInput, size: InstanceSize): InstanceConfiguration => ({
  projectNetwork: false,
  services: [
    {
      name: ONLY_SERVICE,
      image: input.image,
      entrypoint: null,
      command: input.command && input.command.length > 0 ? input.command : null,
      workingDirectory: null,
      user: null,
      environment: input.environment.map(({ name, value }) => ({ name, value, isSecret: false })),
      variableGroups: [],
      files: [],
      ports: input.ports.map(({ containerPort }) => ({ containerPort, protocol: 'http', exposure: 'public' })),
      ...size,
      sharedMemoryBytes: null,
      volumes: input.persistentStorage,
      replicas: input.instanceCount,
      ipLease: input.ipLease,
      staticAddress: null,
      healthCheck: null,
      // A program without ports that reports success has done its work.
      restartPolicy: input.ports.length === 0 ? 'on-failure' : 'always',
      stopSignal: null,
      stopGraceMs: 10_000,
      startAfter: [],
      autoscalingRules: null,
      releaseCommand: null,
    },
  ],
})
