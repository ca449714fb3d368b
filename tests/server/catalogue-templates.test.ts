import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findPlanSize } from '../../server/compute/catalogue/plan-sizes.ts'
import { generateValue, withGeneratedValues } from '../../server/compute/catalogue/templates/generated-values.ts'
import { isDeployable, needsConfiguration } from '../../server/compute/catalogue/templates/is-deployable.ts'
import { readTemplates, templateFolder } from '../../server/compute/catalogue/templates/read-templates.ts'
import { templateJsonSchema } from '../../server/compute/catalogue/templates/template-json-schema.ts'
import type { TemplateSource } from '../../server/compute/catalogue/templates/template-source.ts'
import { createTemplates } from '../../server/compute/catalogue/templates/templates.ts'
import { templateTable } from '../template-images/template-table.ts'
import { testedTemplates } from '../template-images/tested-templates.ts'
import { testedVersions } from '../template-images/tested-versions.ts'

const templates = readTemplates(templateFolder)
const named = (id: string): TemplateSource => {
  const found = templates.find((template) => template.id === id)
  if (!found) throw new Error(`There is no template ${id}`)
  return found
}

describe('the template files', () => {
  test('are at least 40 in 8 categories, several of them with more than one service [P3.7]', () => {
    expect(templates.length).toBeGreaterThanOrEqual(40)
    expect(new Set(templates.map(({ category }) => category)).size).toBeGreaterThanOrEqual(8)
    const several = templates.filter(({ services }) => services.length > 1).map(({ id }) => id)
    for (const id of ['wordpress-mariadb', 'gitea-postgres', 'grafana-prometheus']) expect(several).toContain(id)
  })

  test.each(templates.map((template) => [template.id, template] as const))('%s is complete [P3.7]', (_, template) => {
    for (const { plan, environment } of template.services) {
      expect(findPlanSize(plan), plan).toBeDefined()
      for (const { secret, default: usual } of environment) if (secret) expect(usual ?? '').toBe('')
    }
    expect(template.description.every((line) => /^[A-Z0-9].*\.$/.test(line))).toBe(true)
  })

  test('ask for secrets as secrets, and for the readiness of PostgreSQL where its first set-up does not listen', () => {
    for (const { id, services } of templates)
      for (const { environment, healthCheck } of services) {
        for (const { name, secret } of environment)
          if (/PASS|SECRET|TOKEN|_KEY/.test(name)) expect(secret, id).toBe(true)
        if (healthCheck?.kind === 'command' && healthCheck.command[0] === 'pg_isready')
          expect(healthCheck.command.slice(0, 3), id).toEqual(['pg_isready', '-h', '127.0.0.1'])
      }
  })

  test('follow the published schema, which is generated from the one that reads them', () => {
    const published = readFileSync(join(templateFolder, '../template.schema.json'), 'utf8')
    expect(JSON.parse(published), 'run: npm run template-schema').toEqual(templateJsonSchema())
  })
})

describe('reading a template', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'longshore-templates-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const service = { name: 'app', image: 'app:1', plan: 'nano' }
  const valid = { name: 'App', category: 'Tools', icon: 'box', description: ['One.', 'Two.'], services: [service] }
  const read = (change: object, path = 'app.json') => {
    writeFileSync(join(folder, path), JSON.stringify({ ...valid, ...change }))
    return readTemplates(folder)
  }
  const withVariable = (variable: object) => ({
    services: [{ ...service, environment: [{ name: 'A', label: 'A', description: 'A.', ...variable }] }],
  })

  test('takes the id from the name of the file, in any subfolder', () => {
    mkdirSync(join(folder, 'tools'))
    expect(read({}, 'tools/app.json').map(({ id }) => id)).toEqual(['app'])
    expect(() => read({})).toThrow('another one has its name')
  })

  test.each<[string, object, RegExp]>([
    ['an unknown field', { price: 1 }, /price/],
    ['one line of description', { description: ['One.'] }, /description/],
    ['an unknown icon', { icon: 'rocket-ship' }, /icon/],
    ['no service', { services: [] }, /services/],
    ['two services of one name', { services: [service, service] }, /each service once/],
    ['versions that no image names', { versions: ['1'] }, /\{version\}/],
    ['an image with a version without versions', { services: [{ ...service, image: 'app:{version}' }] }, /\{version\}/],
    ['a path that climbs', { services: [{ ...service, files: [{ path: '/a/../b', content: '' }] }] }, /absolute path/],
    ['a relative path', { services: [{ ...service, volumes: [{ name: 'v', path: 'a', sizeGib: 1 }] }] }, /absolute/],
    ['a start after itself', { services: [{ ...service, startAfter: ['app'] }] }, /listed below/],
    ['two sources of a value', withVariable({ default: 'a', generated: { length: 20 }, secret: true }), /Give one/],
    ['a generated value in the open', withVariable({ generated: { length: 20 } }), /must be secret/],
    ['a short generated value', withVariable({ generated: { length: 4 }, secret: true }), /length/],
    ['a reference to nothing', withVariable({ reference: 'plain' }), /refers to nothing/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of references
    ['an open reference', withVariable({ reference: '${app.host} ${app' }), /refers to nothing/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of references
    ['an unknown service', withVariable({ reference: '${db.host}' }), /There is no service “db”/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of references
    ['a reference to itself', withVariable({ reference: '${app.A}' }), /refers to itself/],
  ])('rejects %s and names the file', (_, change, message) => {
    expect(() => read(change)).toThrow(message)
    expect(() => read(change)).toThrow(join(folder, 'app.json'))
  })
})

describe('what cannot be deployed is not offered', () => {
  test('a template for GPUs is not offered, because no engine has one', () => {
    expect(isDeployable(named('vllm'))).toBe(false)
    expect(isDeployable(named('wordpress-mariadb'))).toBe(true)
    const ids = createTemplates().list.map(({ id }) => id)
    expect(ids).toContain('wordpress-mariadb')
    expect(ids).not.toContain('vllm')
  })

  test('a template with more than one plain container has a configuration', () => {
    expect(needsConfiguration(named('nginx'))).toBe(false)
    for (const id of ['vaultwarden', 'mosquitto', 'wordpress-mariadb'])
      expect(needsConfiguration(named(id)), id).toBe(true)
  })
})

describe('generated values', () => {
  test('have the requested length and characters, and differ', () => {
    const values = Array.from({ length: 50 }, () => generateValue({ length: 24, format: 'alphanumeric' }))
    for (const value of values) expect(value).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(new Set(values).size).toBe(50)
    expect(generateValue({ length: 33, format: 'hex' })).toMatch(/^[0-9a-f]{33}$/)
  })

  test('are added where the user gave none, and never replace what was given', () => {
    const user = { name: 'POSTGRES_USER', value: 'ada' }
    const own = { name: 'POSTGRES_PASSWORD', value: 'own' }
    expect(withGeneratedValues(named('postgres'), [user, own])).toEqual([user, own])
    for (const given of [[user], [user, { ...own, value: '' }]])
      expect(withGeneratedValues(named('postgres'), given)).toEqual([
        user,
        { name: 'POSTGRES_PASSWORD', value: expect.stringMatching(/^\w{24}$/) },
      ])
    expect(withGeneratedValues(undefined, [user])).toEqual([user])
  })
})

describe('the list of templates in the guide', () => {
  test('names all templates, and the at least eight that run in tests', () => {
    const guide = readFileSync(join(templateFolder, '../../docs/guide/templates.md'), 'utf8')
    expect(guide, 'run: npm run template-list').toContain(templateTable(templates))
    expect(testedTemplates.map(({ id }) => id).toSorted()).toEqual(Object.keys(testedVersions).toSorted())
    expect(testedTemplates.length).toBeGreaterThanOrEqual(8)
    for (const { id } of testedTemplates) expect(named(id), id).toBeDefined()
  })
})
