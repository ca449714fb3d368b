import type { LogBatch } from '../../../src/contract/wire/log.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'

/** Returns the text of a line by its number. */
export type LineTexts = (sequence: number) => string

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
  '{"level":50,"time":1795269602123,"pid":7,"msg":"charge declined","code":"card_declined","amountMicros":12500000}',
  '{"severity":"WARNING","message":"slow query","table":"orders","ms":812}',
  'INFO: worker 3 took job 8841 from the queue',
  'level=debug ts=2026-11-21T14:03:22Z caller=pool.go:114 msg="returned a connection"',
]

/** Lines as an instance writes them. */
export const sampleTexts: LineTexts = (sequence) => {
  const text = texts[sequence % texts.length] ?? ''
  if (sequence === 1) return 'Started ghcr.io/northpier/api:1.42'
  return text.startsWith('{') ? text : `${text} #${sequence}`
}

export const sampleBatch = (first: number, count: number, texts = sampleTexts): LogBatch =>
  batchOf(
    Array.from({ length: count }, (_, index) => {
      const sequence = first + index
      return {
        atMs: startMs + sequence * 137,
        stream: sequence === 1 ? 'system' : sequence % 7 === 6 ? 'stderr' : 'stdout',
        text: texts(sequence),
      }
    }),
    first,
  )
