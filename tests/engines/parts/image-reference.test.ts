import { expect, test } from 'vitest'
import { checkedImage, parseImageReference } from '../../../server/engines/image-reference.ts'

const digest = `sha256:${'a1'.repeat(32)}`

test.for([
  ['nginx', 'docker.io', 'nginx', 'latest'],
  ['nginx:1.29', 'docker.io', 'nginx', '1.29'],
  ['team/tool', 'docker.io', 'team/tool', 'latest'],
  ['ghcr.io/team/tool:2', 'ghcr.io', 'team/tool', '2'],
  ['localhost/tool', 'localhost', 'tool', 'latest'],
  ['127.0.0.1:5000/tool', '127.0.0.1:5000', 'tool', 'latest'],
  ['registry:5000/a/b/c:x', 'registry:5000', 'a/b/c', 'x'],
  [`nginx@${digest}`, 'docker.io', 'nginx', digest],
] as const)('parses %s', ([image, registry, repository, tag]) => {
  expect(parseImageReference(checkedImage(image))).toEqual({ registry, repository, tag })
})

test.for(['', ' ', 'Not A Name', 'UPPER/case', 'a:', ':a', 'a/../b', 'a b', 'a?b=c', 'a@sha256:short'])(
  'rejects %j',
  (image) => {
    expect(() => checkedImage(image)).toThrow(/not a valid image name/)
  },
)
