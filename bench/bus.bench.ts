import { type Action, configureStore, createSlice, type Middleware, type PayloadAction, Tuple } from '@reduxjs/toolkit'
import { produce } from 'immer'
import { combineEpics, createEpicMiddleware, type Epic, ofType } from 'redux-observable'
import { filter, ignoreElements, Subject, tap } from 'rxjs'
import { createBus } from '../src/core/bus.ts'
import { slice } from '../src/core/slice.ts'
import { compare, perSecond, print } from './support/ratio.ts'

/** The same work in three designs: 30 slices of 100 rows each, and 60 listeners, two for each slice. */
const SLICES = 30
const ROWS = 100
const EFFECTS = 60
const MESSAGES = 6000

interface Changed {
  type: string
  row: number
  value: number
}
type Rows = { id: number; value: number; name: string }[]

const names = Array.from({ length: SLICES }, (_, at) => `subject${at}`)
const listened = Array.from({ length: EFFECTS }, (_, at) => names[at % SLICES] ?? '')
const rows = (): Rows => Array.from({ length: ROWS }, (_, id) => ({ id, value: 0, name: `row ${id}` }))
const script: { name: string; row: number; value: number }[] = Array.from({ length: MESSAGES }, (_, at) => ({
  name: names[(at * 7) % SLICES] ?? '',
  row: (at * 13) % ROWS,
  value: at + 1,
}))

const bus = () => {
  const slices = Object.fromEntries(
    names.map((name) => [
      name,
      slice<Rows, Changed>(rows(), {
        [`ui/${name}.changed`]: (draft: Rows, { row, value }: Changed) => {
          const found = draft[row]
          if (found) found.value = value
        },
      }),
    ]),
  )
  const made = createBus<Record<string, Rows>, Changed>(slices, () => {})
  let received = 0
  for (const name of listened) {
    made.listen(
      made.messages.of(`ui/${name}.changed`).pipe(
        tap(() => (received += 1)),
        ignoreElements(),
      ),
    )
  }
  const messages = script.map(({ name, row, value }) => ({ type: `ui/${name}.changed`, row, value }))
  return () => {
    for (const message of messages) made.send(message)
    if (received === 0) throw new Error('No effect received a message.')
    return MESSAGES
  }
}

const bareSubject = () => {
  const message$ = new Subject<Changed>()
  let state: Record<string, Rows> = Object.fromEntries(names.map((name) => [name, rows()]))
  const nameOf = new Map(names.map((name) => [`ui/${name}.changed`, name]))
  let received = 0
  message$.subscribe(({ type, row, value }) => {
    const name = nameOf.get(type) ?? ''
    const next = produce(state[name] ?? [], (draft) => {
      const found = draft[row]
      if (found) found.value = value
    })
    state = { ...state, [name]: next }
  })
  for (const name of listened) {
    message$.pipe(filter(({ type }) => type === `ui/${name}.changed`)).subscribe(() => (received += 1))
  }
  const messages = script.map(({ name, row, value }) => ({ type: `ui/${name}.changed`, row, value }))
  return () => {
    for (const message of messages) message$.next(message)
    if (received === 0) throw new Error('No listener received a message.')
    return MESSAGES
  }
}

const reduxObservable = () => {
  const slices = names.map((name) =>
    createSlice({
      name,
      initialState: rows(),
      reducers: {
        changed: (draft, { payload }: PayloadAction<{ row: number; value: number }>) => {
          const found = draft[payload.row]
          if (found) found.value = payload.value
        },
      },
    }),
  )
  let received = 0
  const epics: Epic<Action>[] = listened.map(
    (name) => (action$) =>
      action$.pipe(
        ofType(`${name}/changed`),
        tap(() => (received += 1)),
        ignoreElements(),
      ),
  )
  const middleware = createEpicMiddleware<Action, Action>()
  const store = configureStore({
    reducer: Object.fromEntries(slices.map((made) => [made.name, made.reducer])),
    // Without development checks and thunks, as in a comparable production build.
    middleware: () => new Tuple(middleware as Middleware),
    devTools: false,
  })
  middleware.run(combineEpics(...epics))
  const actions = script.map(({ name, row, value }) => {
    const made = slices.find((candidate) => candidate.name === name)
    if (!made) throw new Error(name)
    return made.actions.changed({ row, value })
  })
  return () => {
    for (const action of actions) store.dispatch(action)
    if (received === 0) throw new Error('No epic received an action.')
    return MESSAGES
  }
}

const one = (id: number, value: number) => ({ id: String(id), value })

interface Folded {
  type: 'socket/changed'
  rows: { id: string; value: number }[]
}

/** The same ten thousand row changes, as one message and as ten thousand. */
const folding = (size: number) => {
  const initial = Object.fromEntries(Array.from({ length: 10_000 }, (_, id) => [String(id), { value: 0 }]))
  const made = createBus<{ rows: Record<string, { value: number }> }, Folded>(
    {
      rows: slice<Record<string, { value: number }>, Folded>(initial, {
        'socket/changed': (draft, { rows: changed }) => {
          for (const { id, value } of changed) draft[id] = { value }
        },
      }),
    },
    () => {},
  )
  let round = 0
  return () => {
    round += 1
    const changes = Array.from({ length: 10_000 }, (_, id) => one(id, round))
    for (let at = 0; at < changes.length; at += size)
      made.send({ type: 'socket/changed', rows: changes.slice(at, at + size) })
    return 1
  }
}

const ours = { name: 'bus', run: bus() }
const againstRedux = await compare(ours, { name: 'redux-observable + Redux Toolkit', run: reduxObservable() })
const againstSubject = await compare({ name: 'bus', run: bus() }, { name: 'bare Subject + immer', run: bareSubject() })
const folded = await compare({ name: 'folded', run: folding(10_000) }, { name: 'one by one', run: folding(1) }, 3)

print('Bus: 30 slices of 100 rows, 60 effects', [
  {
    what: 'messages, against redux-observable + Redux Toolkit',
    ours: perSecond(againstRedux.ours),
    baseline: perSecond(againstRedux.baseline),
    ratio: againstRedux.ratio,
    bar: { atLeast: 1.3 },
  },
  {
    what: 'messages, against a bare Subject + immer',
    ours: perSecond(againstSubject.ours),
    baseline: perSecond(againstSubject.baseline),
    ratio: againstSubject.ratio,
    bar: { atLeast: 0.8 },
  },
  {
    what: '10,000 instance changes in one message, against 10,000 messages (time)',
    ours: `${(1000 / folded.ours).toFixed(1)} ms`,
    baseline: `${(1000 / folded.baseline).toFixed(1)} ms`,
    ratio: 1 / folded.ratio,
    bar: { atMost: 0.1 },
  },
])
