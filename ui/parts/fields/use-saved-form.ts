import { useLayoutEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form'

/** Compares as the server would store it: without surrounding spaces. */
const kept = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/**
 * Returns a form over saved values; `saved` must be the same object as long as its values are the same. Values saved
 * elsewhere appear in fields that were not edited, and fields that were saved from here count as not edited again.
 */
export const useSavedForm = <Typed extends FieldValues, Fields = Typed>(
  saved: Typed,
  resolver: Resolver<Typed, unknown, Fields>,
) => {
  const form = useForm<Typed, unknown, Fields>({ resolver, defaultValues: saved as DefaultValues<Typed> })
  const shown = useRef(saved)
  // `Object.keys` loses the names' type.
  const names = Object.keys(saved) as Path<Typed>[]
  const textOf = (fields: Typed) => JSON.stringify(names.map((name) => kept(fields[name])))
  const typed = useWatch({ control: form.control, compute: textOf })
  const differs = typed !== textOf(saved)

  // Layout effects, because a key may be pressed before a passive effect, which would then overwrite it.
  useLayoutEffect(() => {
    if (shown.current === saved) return
    shown.current = saved
    form.reset(saved, { keepDirtyValues: true })
  }, [saved, form])

  useLayoutEffect(() => {
    // Keeps the text exactly as typed: a trailing space may be followed by another word.
    if (!differs) return form.reset(form.getValues())
    for (const [name, value] of Object.entries(saved) as [Path<Typed>, PathValue<Typed, Path<Typed>>][]) {
      const typed = form.getValues(name)
      if (kept(typed) === kept(value)) form.resetField(name, { defaultValue: typed })
    }
  }, [differs, saved, form])

  return { form, differs }
}
