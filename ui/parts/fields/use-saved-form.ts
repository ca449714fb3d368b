import { useEffect } from 'react'
import { type FieldValues, type Path, type PathValue, type Resolver, useForm, useWatch } from 'react-hook-form'

/** As it would be kept: spaces around words are not. */
const kept = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/**
 * A form over what is saved; `saved` has to be the same object for as long as it says the same. What somebody else saves
 * meanwhile appears in the fields that were not touched, and what was saved from here counts as touched no more.
 */
export const useSavedForm = <Typed extends FieldValues, Fields = Typed>(
  saved: Typed,
  resolver: Resolver<Typed, unknown, Fields>,
) => {
  const form = useForm<Typed, unknown, Fields>({ resolver, values: saved, resetOptions: { keepDirtyValues: true } })
  // The keys of an object are the names of its fields.
  const names = Object.keys(saved) as Path<Typed>[]
  const textOf = (fields: Typed) => JSON.stringify(names.map((name) => kept(fields[name])))
  const typed = useWatch({ control: form.control, compute: textOf })
  const differs = typed !== textOf(saved)

  useEffect(() => {
    // What is typed stays to the letter: a space at the end may be followed by another word.
    // A reset takes the form's own options where it is not told otherwise.
    if (!differs) return form.reset(form.getValues(), { keepDirtyValues: false })
    for (const [name, value] of Object.entries(saved) as [Path<Typed>, PathValue<Typed, Path<Typed>>][]) {
      const typed = form.getValues(name)
      if (kept(typed) === kept(value)) form.resetField(name, { defaultValue: typed })
    }
  }, [differs, saved, form])

  return { form, differs }
}
