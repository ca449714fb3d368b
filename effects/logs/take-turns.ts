import { Observable } from 'rxjs'

export type InTurn = <T>(source: Observable<T>) => Observable<T>

/** Runs observables one after the other: the server allows each user one search at a time. */
export const takeTurns = (): InTurn => {
  const waiting: (() => void)[] = []
  let isTaken = false

  const begin = () => {
    const next = waiting.shift()
    isTaken = next !== undefined
    next?.()
  }

  return (source) =>
    new Observable((subscriber) => {
      const start = () => {
        subscriber.add(begin)
        subscriber.add(source.subscribe(subscriber))
      }
      subscriber.add(() => {
        const place = waiting.indexOf(start)
        if (place >= 0) waiting.splice(place, 1)
      })
      waiting.push(start)
      if (!isTaken) begin()
    })
}
