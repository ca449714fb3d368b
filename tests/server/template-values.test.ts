import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { findPlanSize } from '../../server/compute/catalogue/plan-sizes.ts'
import { readTemplates, templateFolder } from '../../server/compute/catalogue/templates/read-templates.ts'
import { templateConfiguration } from '../../server/compute/catalogue/templates/services/template-configuration.ts'
import { withTemplateValues } from '../../server/compute/catalogue/templates/services/template-values.ts'
import { withTemplateService } from '../../server/compute/catalogue/templates/services/with-template-service.ts'
import type { TemplateSource } from '../../server/compute/catalogue/templates/template-source.ts'
import { flatConfiguration } from '../../server/compute/deployments/configuration/flat-configuration.ts'
import { ApiError } from '../../server/http/api-error.ts'
import { instanceConfiguration } from '../../src/contract/wire/instance/instance-configuration.ts'

const templates = readTemplates(templateFolder)
const named = (id: string): TemplateSource => {
  const found = templates.find((template) => template.id === id)
  if (!found) throw new Error(`There is no template ${id}`)
  return found
}
const configurationOf = (id: string) => {
  const configuration = templateConfiguration(named(id))
  if (!configuration) throw new Error(`${id} has one plain service`)
  return configuration
}

describe('the configuration of a template [P3.7]', () => {
  test.each(templates.filter(({ services }) => services.length > 1).map((template) => [template.id] as const))(
    '%s is one that can be deployed',
    (id) => {
      const configuration = configurationOf(id)
      expect(v.is(instanceConfiguration, configuration)).toBe(true)
      for (const [at, service] of configuration.services.entries()) {
        expect(service.image).not.toContain('{version}')
        expect(service.cpuMilli).toBe(findPlanSize(named(id).services[at]?.plan ?? '')?.cpuMilli)
      }
    },
  )

  test('a plain template with one service has none', () => {
    expect(templateConfiguration(named('nginx'))).toBeNull()
  })
})

describe('the values of a template', () => {
  const wordpress = named('wordpress-mariadb')
  const valueIn = (configuration: ReturnType<typeof withTemplateValues>, service: string, name: string) =>
    configuration.services.find((one) => one.name === service)?.environment.find((variable) => variable.name === name)

  test('are generated, can be revealed, and are referred to by the services that need them', () => {
    const filled = withTemplateValues(wordpress, configurationOf('wordpress-mariadb'))
    expect(valueIn(filled, 'db', 'MARIADB_PASSWORD')).toEqual({
      name: 'MARIADB_PASSWORD',
      value: expect.stringMatching(/^\w{24}$/),
      isSecret: false,
    })
    expect(valueIn(filled, 'app', 'WORDPRESS_DB_PASSWORD')).toMatchObject({
      value: `\${db.MARIADB_PASSWORD}`,
      isSecret: true,
    })
    expect(valueIn(filled, 'app', 'WORDPRESS_DB_HOST')?.value).toBe(`\${db.host}`)
  })

  test('are those that the user gave', () => {
    const configuration = configurationOf('wordpress-mariadb')
    const given = {
      ...configuration,
      services: configuration.services.map((service) =>
        service.name === 'db'
          ? {
              ...service,
              environment: [...service.environment, { name: 'MARIADB_PASSWORD', value: 'own', isSecret: true }],
            }
          : service,
      ),
    }
    const filled = withTemplateValues(wordpress, given)
    expect(valueIn(filled, 'db', 'MARIADB_PASSWORD')?.value).toBe('own')
  })

  test('a service that another one needs cannot be left out silently', () => {
    const { services, ...rest } = configurationOf('wordpress-mariadb')
    const alone = {
      ...rest,
      services: services.filter(({ name }) => name === 'app').map((one) => ({ ...one, startAfter: [] })),
    }
    expect(() => withTemplateValues(wordpress, alone)).toThrow(ApiError)
  })

  test('a configuration without a template stays as it is', () => {
    const configuration = configurationOf('wordpress-mariadb')
    expect(withTemplateValues(undefined, configuration)).toEqual(configuration)
  })
})

describe('a template of one plain service', () => {
  const size = { cpuMilli: 100, memoryBytes: 1024 ** 3, storageBytes: 1024 ** 3 }
  const flat = (...ports: number[]) =>
    flatConfiguration(
      {
        image: 'nginx:1',
        command: [],
        environment: [],
        ports: ports.map((containerPort) => ({ containerPort })),
        persistentStorage: [],
        instanceCount: 1,
        ipLease: 'shared-ip',
      },
      size,
    )
  const of = (id: string, ...ports: number[]) => withTemplateService(named(id), flat(...ports)).services[0]

  test('adds its health check and the protocols of its ports', () => {
    expect(of('nginx', 80)).toMatchObject({
      ports: [{ containerPort: 80, protocol: 'http', exposure: 'public' }],
      healthCheck: { kind: 'http', path: '/', port: 80, periodMs: 10_000 },
    })
    expect(of('postgres', 5432)?.ports).toEqual([{ containerPort: 5432, protocol: 'tcp', exposure: 'public' }])
  })

  test('does not check a port that the user left out', () => {
    expect(of('nginx', 8080)?.healthCheck).toBeNull()
  })

  test('leaves a configuration of another source as it is', () => {
    expect(withTemplateService(undefined, flat(80))).toEqual(flat(80))
    expect(withTemplateService(named('wordpress-mariadb'), flat(80))).toEqual(flat(80))
  })
})
