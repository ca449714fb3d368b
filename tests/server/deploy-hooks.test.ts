import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkSignature } from '../../server/compute/hooks/hook-secrets.ts'
import { isSameImage, pushOf } from '../../server/compute/hooks/pushed-image.ts'

const SECRET = 'the signing secret of these tests'
const NOW_MS = 1_790_000_000_000
const body = Buffer.from('{"image":"ghcr.io/north/shop:1"}')
const hmac = (signed: string | Buffer) => createHmac('sha256', SECRET).update(signed).digest('hex')
const check = (headers: Record<string, string | string[]>, given = body) =>
  checkSignature({ headers, body: given }, SECRET, NOW_MS).kind
const timed = (seconds: number, signed = body.toString()) => ({
  'x-longshore-signature': `t=${seconds},v1=${hmac(`${seconds}.${signed}`)}`,
})

describe('signatures', () => {
  test('of GitHub, Harbor, GitLab and scripts are accepted', () => {
    expect(check({ 'x-hub-signature-256': `sha256=${hmac(body)}` })).toBe('valid')
    expect(check({ authorization: SECRET })).toBe('valid')
    expect(check({ authorization: `Bearer ${SECRET}` })).toBe('valid')
    expect(check({ 'x-gitlab-token': SECRET })).toBe('valid')
    expect(check(timed(NOW_MS / 1000 - 200))).toBe('valid')
    expect(check({})).toBe('absent')
  })

  test.each([
    ['another body', { 'x-hub-signature-256': `sha256=${hmac('{}')}` }],
    ['no digest', { 'x-hub-signature-256': 'sha256=' }],
    ['two headers', { 'x-hub-signature-256': [`sha256=${hmac(body)}`, `sha256=${hmac(body)}`] }],
    ['an old time', timed(NOW_MS / 1000 - 301)],
    ['a time to come', timed(NOW_MS / 1000 + 301)],
    ['another time', { 'x-longshore-signature': `t=${NOW_MS / 1000},v1=${hmac(`${NOW_MS / 1000 - 1}.${body}`)}` }],
    ['no time', { 'x-longshore-signature': `v1=${hmac(body)}` }],
    ['half a secret', { authorization: SECRET.slice(0, 10) }],
    ['a wrong signature before the right secret', { 'x-hub-signature-256': 'sha256=0', authorization: SECRET }],
  ])('with %s are rejected', (_, headers) => {
    expect(check(headers)).toBe('invalid')
  })
})

const registryEvent = (target: object, action = 'push') => ({
  events: [{ action, target, request: { host: 'registry.example.org:5050' } }],
})
const gitea = (action: string, more: object = {}) => ({
  action,
  repository: null,
  package: {
    type: 'container',
    name: 'shop',
    version: '2',
    owner: { login: 'North' },
    html_url: 'https://git.example.org/North/-/packages/container/shop/2',
    ...more,
  },
})
const gitHub = (action: string, more: object = {}) => ({
  action,
  registry_package: {
    package_type: 'CONTAINER',
    package_version: { package_url: 'ghcr.io/north/shop:', container_metadata: { tag: { name: '2' } }, ...more },
  },
})

const registryPush = { kind: 'images', images: ['registry.example.org:5050/north/shop:2'] }

describe('webhooks', () => {
  test.each([
    ['no body', undefined, { kind: 'anything' }],
    ['an empty object', {}, { kind: 'anything' }],
    ['a script', { image: 'shop:2' }, { kind: 'images', images: ['shop:2'] }],
    [
      'Docker Hub',
      { push_data: { tag: '2' }, repository: { repo_name: 'north/shop' } },
      { kind: 'images', images: ['north/shop:2'] },
    ],
    ['GitHub', gitHub('published'), { kind: 'images', images: ['ghcr.io/north/shop:2'] }],
    ['GitHub, a deletion', gitHub('deleted'), { kind: 'nothing' }],
    ['GitHub, without a tag', gitHub('published', { container_metadata: null }), { kind: 'nothing' }],
    ['a ping of GitHub', { zen: 'Keep it simple.', hook_id: 1 }, { kind: 'nothing' }],
    [
      'Harbor',
      { type: 'PUSH_ARTIFACT', event_data: { resources: [{ resource_url: 'harbor.example.org/north/shop:2' }] } },
      { kind: 'images', images: ['harbor.example.org/north/shop:2'] },
    ],
    [
      'a registry',
      registryEvent({ repository: 'north/shop', tag: '2' }),
      { kind: 'images', images: ['registry.example.org:5050/north/shop:2'] },
    ],
    ['a registry, a layer', registryEvent({ repository: 'north/shop' }), { kind: 'nothing' }],
    ['a registry, a pull', registryEvent({ repository: 'north/shop', tag: '2' }, 'pull'), { kind: 'nothing' }],
    ['Azure', registryEvent({ repository: 'north/shop', tag: '2' }).events[0], registryPush],
    ['Azure, a ping', { action: 'ping', target: {}, request: {} }, { kind: 'nothing' }],
    ['Azure, a chart', { action: 'chart_push', target: { repository: 'north/shop', tag: '2' } }, { kind: 'nothing' }],
    [
      'Quay',
      { repository: 'north/shop', docker_url: 'quay.io/north/shop', updated_tags: ['2', 'latest'] },
      { kind: 'images', images: ['quay.io/north/shop:2', 'quay.io/north/shop:latest'] },
    ],
    ['Quay, without a tag', { docker_url: 'quay.io/north/shop', updated_tags: [] }, { kind: 'nothing' }],
    ['Gitea', gitea('created'), { kind: 'images', images: ['git.example.org/north/shop:2'] }],
    ['Gitea, a deletion', gitea('deleted'), { kind: 'nothing' }],
    ['Gitea, another kind of package', gitea('created', { type: 'npm' }), { kind: 'nothing' }],
    ['Gitea, without a tag', gitea('created', { version: `sha256:${'a'.repeat(64)}` }), { kind: 'nothing' }],
    ['a list', [{ image: 'shop:2' }], undefined],
    ['text', 'shop:2', undefined],
    ['something else', { ref: 'refs/heads/main' }, undefined],
    ['a name that is too long', { image: 'a'.repeat(401) }, undefined],
  ])('%s', (_, given, push) => {
    expect(pushOf(given)).toEqual(push)
  })

  test.each([
    ['nginx', 'docker.io/library/nginx:latest', true],
    ['library/nginx:1', 'nginx:1', true],
    ['index.docker.io/north/shop:1', 'north/shop:1', true],
    ['nginx:1', 'nginx:2', false],
    ['ghcr.io/north/shop:1', 'docker.io/north/shop:1', false],
    ['ghcr.io/south/shop:1', 'ghcr.io/north/shop:1', false],
    ['ghcr.io/north/shop:1', 'ghcr.io/north/shop:1@sha256:'.concat('a'.repeat(64)), false],
    ['ghcr.io/north/shop@sha256:'.concat('b'.repeat(64)), 'ghcr.io/north/shop:1', false],
  ])('%s is %s: %s', (pushed, used, isSame) => {
    expect(isSameImage(pushed, used)).toBe(isSame)
  })
})
