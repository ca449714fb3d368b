import type { LogBatch } from '../../../src/contract/wire/log.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'

const esc = '\u001b['
const startMs = Date.UTC(2026, 10, 21, 14, 0)

const texts = [
  `${esc}32m✓${esc}0m listening on ${esc}1mhttp://0.0.0.0:8080${esc}0m`,
  `${esc}36mGET${esc}0m /api/products ${esc}32m200${esc}0m ${esc}2m12 ms${esc}0m`,
  `${esc}35mPOST${esc}0m /api/cart ${esc}33m422${esc}0m ${esc}2m4 ms${esc}0m {"field":"quantity","must":"be at least 1"}`,
  'plain words with no colour at all',
  `${esc}38;5;208mwarm cache${esc}0m 4,210 keys ${esc}38;2;20;20;40mnearly black${esc}0m ${esc}38;2;250;250;210mnearly white${esc}0m`,
  `${esc}41m FATAL ${esc}0m ${esc}31mconnection to redis:6379 refused${esc}0m ${esc}4mretrying in 2 s${esc}0m`,
  `${esc}7m inverse ${esc}0m ${esc}48;5;22m green ground ${esc}0m ${esc}9mstruck${esc}0m ${esc}3mitalic${esc}0m`,
]

/** Lines as an instance writes them, numbered from `first`. */
export const sampleBatch = (first: number, count: number): LogBatch =>
  batchOf(
    Array.from({ length: count }, (_, index) => {
      const sequence = first + index
      return {
        atMs: startMs + sequence * 137,
        stream: sequence === 1 ? 'system' : sequence % 7 === 6 ? 'stderr' : 'stdout',
        text: sequence === 1 ? 'Started ghcr.io/northpier/api:1.42' : `${texts[sequence % texts.length]} #${sequence}`,
      }
    }),
    first,
  )
