import fc from 'fast-check'
import { callNames } from '../../../src/contract/call-names.ts'
import type { CallName } from '../../../src/contract/contract.ts'
import { fieldsOf, leavesOf, withLeaf } from '../../server/abused-input.ts'
import type { OrganizationFixture } from '../../server/platform-harness.ts'
import { type SampleRequest, sampleRequest } from '../../server/sample-input.ts'

export interface FuzzedRequest extends SampleRequest {
  name: CallName | 'path'
}

/** These would end resources that the run needs; other tests cover them. */
const ending = new Set<CallName>([
  'signOut',
  'endOtherSessions',
  'deleteOrganization',
  'deleteProject',
  'deleteInstance',
  'closeInstance',
])

const nastyTexts = [
  '',
  ' ',
  'null',
  '../../etc/passwd',
  '%00',
  '\u202e\ufeff',
  '\ud800',
  '__proto__',
  "' or 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '1e309',
  '9'.repeat(40),
  'a'.repeat(70_000),
  '(a+)+$',
  'a{1,100000}',
  '2026-99-99T99:99:99Z',
  '\r\nSet-Cookie: a=b',
]

const ids = (fixtures: readonly OrganizationFixture[]): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...fixtures.flatMap((e) => [e.organizationId, e.computeId, e.projectId, e.instanceId, e.deploymentId]),
    '00000000-0000-4000-8000-000000000000',
  )

/** Generates a value for a field, an id or a header: plausible, extreme or of the wrong type. */
const values = (fixtures: readonly OrganizationFixture[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    ids(fixtures),
    fc.constantFrom(...nastyTexts),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(fc.oneof(ids(fixtures), fc.string()), { maxLength: 300 }),
  )

/** Generates requests for every call with some parts replaced, and requests for unknown paths. */
export const fuzzedRequests = (
  fixtures: readonly [OrganizationFixture, ...OrganizationFixture[]],
): fc.Arbitrary<FuzzedRequest> =>
  fc.oneof({ weight: 9, arbitrary: ofCalls(fixtures) }, { weight: 1, arbitrary: ofPaths() })

/** Generates a value in one of `oneIn` cases, otherwise undefined. */
const sometimes = <T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const ofCalls = (fixtures: readonly [OrganizationFixture, ...OrganizationFixture[]]): fc.Arbitrary<FuzzedRequest> =>
  fc
    .record({
      name: fc.constantFrom(...callNames.filter((name) => !ending.has(name))),
      fixture: fc.constantFrom(...fixtures),
      picks: fc.array(fc.record({ at: fc.nat(), value: values(fixtures) }), { maxLength: 2 }),
      query: sometimes(3, fc.record({ at: fc.nat(), value: values(fixtures) })),
      id: sometimes(3, fc.oneof(ids(fixtures), fc.constantFrom(...nastyTexts.slice(0, -6)))),
      raw: sometimes(20, fc.string({ unit: 'binary', maxLength: 2000 })),
      method: sometimes(30, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
    })
    .map(({ name, fixture, picks, query, id, raw, method }) => {
      const sample = sampleRequest(name, fixture)
      const leaves = leavesOf(name)
      const payload =
        sample.payload === undefined || Buffer.isBuffer(sample.payload)
          ? sample.payload
          : picks.reduce<unknown>(
              (body, { at, value }) =>
                leaves.length === 0 ? body : withLeaf(body, leaves[at % leaves.length]?.path ?? [], value),
              sample.payload,
            )
      return {
        ...sample,
        name,
        method: (method ?? sample.method) as SampleRequest['method'],
        url: withQuery(withId(sample.url, id), fieldsOf(name, 'query'), query),
        ...(raw !== undefined ? { payload: Buffer.from(raw) } : payload !== undefined && { payload: payload as never }),
      }
    })

const withId = (url: string, id: string | undefined) =>
  id === undefined ? url : url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, () => encodeURIComponent(id.toWellFormed()))

const withQuery = (url: string, fields: string[], query: { at: number; value: unknown } | undefined) => {
  if (!query || fields.length === 0) return url
  const target = new URL(url, 'http://localhost')
  const text = typeof query.value === 'string' ? query.value : JSON.stringify(query.value)
  target.searchParams.set(fields[query.at % fields.length] ?? '', (text ?? '').slice(0, 4000))
  return target.pathname + target.search
}

const roots = [
  '/api/',
  '/api/auth/',
  '/api/auth/github/',
  '/api/sandbox/',
  '/assets/',
  '/socket.io/',
  '/',
  '/api/docs/',
]

const ofPaths = (): fc.Arbitrary<FuzzedRequest> =>
  fc
    .record({
      root: fc.constantFrom(...roots),
      rest: fc.oneof(
        fc.webPath(),
        fc.webQueryParameters().map((query) => `callback?${query}`),
        fc.constantFrom(...nastyTexts).map((text) => encodeURIComponent(text.toWellFormed())),
      ),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    })
    .map(({ root, rest, method }) => ({
      name: 'path' as const,
      method: method as SampleRequest['method'],
      url: `${root}${rest}`.slice(0, 8000).replace(/^\/+/, '/'),
    }))
