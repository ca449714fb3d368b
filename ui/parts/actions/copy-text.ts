const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

/** Browsers give the clipboard to secure pages only; a console on plain HTTP in an office network copies by selection. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return copyBySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}
