import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTemplates } from '../../server/compute/catalogue/templates/templates.ts'
import { computeHarness } from './compute-harness.ts'

const service = { name: 'app', image: 'registry.example.org/shop:2', plan: 'nano', ports: [{ containerPort: 80 }] }
const valid = { name: 'Shop', category: 'Ours', icon: 'box', description: ['Our shop.', 'Sells.'], services: [service] }

describe('the templates of an operator', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'longshore-own-templates-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const write = (path: string, content: unknown) =>
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  const read = () => {
    const problems: string[] = []
    const templates = createTemplates({ folder, onProblem: (problem) => problems.push(problem) })
    return { ...templates, problems }
  }

  test('are offered beside the others, in any subfolder, and replace one of the same id', () => {
    mkdirSync(join(folder, 'team'))
    write('team/shop.json', valid)
    write('nginx.json', { ...valid, name: 'Our nginx' })
    const { find, categories, list, problems } = read()
    expect(problems).toEqual([])
    expect(find('shop')?.name).toBe('Shop')
    expect(find('nginx')?.name).toBe('Our nginx')
    expect(list.filter(({ id }) => id === 'nginx')).toHaveLength(1)
    expect(find('postgres')?.name).toBe('PostgreSQL')
    expect(categories.at(-1)).toBe('Ours')
  })

  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /not a readable JSON file/],
    ['a list', [], /name: Invalid key/],
    ['an unknown field', { ...valid, price: 1 }, /price/],
    ['an unknown plan', { ...valid, services: [{ ...service, plan: 'huge' }] }, /services\.0\.plan: Name a plan/],
    ['an image that nobody can pull', { ...valid, services: [{ ...service, image: 'shop:' }] }, /services\.0\.image/],
    [
      'a health check of another port',
      { ...valid, services: [{ ...service, healthCheck: { kind: 'tcp', port: 81 } }] },
      /A health check needs a port/,
    ],
    [
      'a health check that waits for a day',
      { ...valid, services: [{ ...service, healthCheck: { kind: 'tcp', port: 80, startPeriodMs: 86_400_000 } }] },
      /services\.0\.healthCheck\.startPeriodMs/,
    ],
  ])('with %s are left out and named, and the others stay', (_, content, reason) => {
    write('bad.json', content)
    write('shop.json', valid)
    const { find, problems } = read()
    expect(problems).toEqual([expect.stringMatching(reason)])
    expect(problems[0]).toContain(join(folder, 'bad.json'))
    expect(find('bad')).toBeUndefined()
    expect(find('shop')).toBeDefined()
  })

  test('are listed and checked by the API', async () => {
    write('shop.json', { ...valid, services: [{ ...service, plan: 'small' }] })
    const harness = await computeHarness({ environment: { LONGSHORE_TEMPLATES: folder } })
    try {
      const { templates } = await harness.call('readTemplates', { category: 'Ours' })
      expect(templates.map(({ _id }) => _id)).toEqual(['shop'])
      await expect(harness.deploy({ templateId: 'shop' })).rejects.toMatchObject({ code: 'planTooSmall' })
      await expect(harness.deploy({ templateId: 'no-such' })).rejects.toMatchObject({
        fields: [{ field: 'templateId' }],
      })
    } finally {
      await harness.close()
    }
  })

  test('need a folder that exists', () => {
    expect(() => createTemplates({ folder: join(folder, 'missing') })).toThrow(/LONGSHORE_TEMPLATES .*missing/)
  })
})
