import { expect, test } from 'vitest'
import { followAddress, settledQuery, type TypedQuery, writeQuery } from '../../ui/hooks/typed-query.ts'

const typed = (...queries: string[]): TypedQuery => queries.reduce(writeQuery, settledQuery('page=2'))
const after = (state: TypedQuery, ...addresses: string[]) =>
  addresses.map((address) => {
    state = followAddress(state, address)
    return state.query
  })

test('given a written query, then it is shown before the address has it, and after', () => {
  expect(typed('find=a').query).toBe('find=a')
  expect(after(typed('find=a'), 'page=2', 'find=a')).toStrictEqual(['find=a', 'find=a'])
})

test('given a text that was cleared right after typing, when its address arrives late, then it does not come back', () => {
  expect(after(typed('find=sailor', ''), 'find=sailor', '')).toStrictEqual(['', ''])
  expect(after(typed('find=s', 'find=sa', 'find=sai'), 'find=s', 'find=sa', 'find=sai')).toStrictEqual([
    'find=sai',
    'find=sai',
    'find=sai',
  ])
})

test('given a settled query, when the user goes back or follows a link, then the address is shown', () => {
  expect(after(typed('find=a', 'find=ab'), 'find=ab', 'find=a')).toStrictEqual(['find=ab', 'find=a'])
  expect(after(typed('find=a'), 'state=Active')).toStrictEqual(['state=Active'])
})
