import type { Node, Program } from 'oxc-parser'

/** Yields every node of a parsed file, parents before their children. It has a stack: a generator within a generator is slow. */
export function* walk(root: Node | Program): Generator<Node> {
  const stack: Node[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    for (const value of Object.values(node).reverse()) {
      if (Array.isArray(value)) stack.push(...value.filter(isNode).reverse())
      else if (isNode(value)) stack.push(value)
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
