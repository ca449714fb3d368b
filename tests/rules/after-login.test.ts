import { expect, test } from 'vitest'
import { afterLogin, agentHome, isCoBranded } from '../../src/rules/after-login.ts'

const origin = 'https://console.example'
const known = {
  allowedHosts: ['*.own.example', 'partner.example'],
  agent: {
    name: 'Skynet',
    hosts: ['skynet.example', 'skynet-*.previews.example'],
    development: 'https://dev.skynet.example',
    production: 'https://skynet.example',
    logo: null,
    scene: null,
    links: { contact: null, terms: null },
  },
}
const arrive = (query: string, hasOrganizations = true, hosts: typeof known | null = known) =>
  afterLogin({ query: new URLSearchParams(query), origin, known: hosts, hasOrganizations })

test.each([
  ['redirectUrl=/harbour/dashboard', { kind: 'page', path: '/harbour/dashboard' }],
  ['redirectUrl=https://a.own.example/x', { kind: 'external', href: 'https://a.own.example/x' }],
  ['redirectUrl=https://partner.example', { kind: 'external', href: 'https://partner.example/' }],
  ['redirectUrl=https://skynet.example/', { kind: 'external', href: 'https://skynet.example/' }],
  ['redirectUrl=https://skynet-7.previews.example/', { kind: 'external', href: 'https://skynet-7.previews.example/' }],
  ['redirectUrl=https://evil.example', { kind: 'page', path: '/choose-longshore-app' }],
  ['', { kind: 'page', path: '/choose-longshore-app' }],
  ['app=skynet', { kind: 'page', path: '/skynet-dashboard' }],
])('a user with organisations is redirected by ?%s [A4.2]', (query, destination) => {
  expect(arrive(query)).toEqual(destination)
})

test.each(['', 'app=skynet', 'redirectUrl=https://evil.example'])(
  'a user without organisations is redirected from ?%s to onboarding [A4.2]',
  (query) => {
    expect(arrive(query, false)).toEqual({ kind: 'page', path: '/onboarding' })
  },
)

test('trusts no host if the allowed hosts could not be read [A5.12]', () => {
  expect(arrive('redirectUrl=https://partner.example', true, null)).toEqual({
    kind: 'page',
    path: '/choose-longshore-app',
  })
  expect(arrive('redirectUrl=/x', true, null)).toEqual({ kind: 'page', path: '/x' })
})

test.each([
  ['redirectUrl=https://skynet.example/start', true],
  ['redirectUrl=https://skynet-pr-1.previews.example', true],
  ['app=skynet', true],
  ['redirectUrl=https://skynet.example.evil.example', false],
  ['redirectUrl=https://partner.example', false],
  ['', false],
])('a login page at ?%s is co-branded: %s [A2.2]', (query, coBranded) => {
  expect(isCoBranded(new URLSearchParams(query), known)).toBe(coBranded)
})

test.each([
  ['production', 'https://skynet.example'],
  ['sandbox', 'https://dev.skynet.example'],
] as const)('the agent product of a %s installation is at %s', (mode, url) => {
  expect(agentHome({ agent: known.agent, mode })).toBe(url)
})
