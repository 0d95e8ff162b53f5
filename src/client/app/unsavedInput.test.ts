import { beforeEach, expect, test, vi } from 'vitest';
import { announceInput } from '../ui/announceInput.ts';
import { hasUnsavedInput, watchInput } from './unsavedInput.ts';

/** A fake DOM element that receives events. */
class FakeElement extends EventTarget {
  isConnected = true;
  private readonly form: boolean;
  constructor(form: boolean) {
    super();
    this.form = form;
  }
  closest(selector: string): object | null {
    return selector === 'form' && this.form ? this : null;
  }
}
const page = new EventTarget();
/** Adds an element whose input events bubble to the page. */
const put = (isInForm: boolean): FakeElement & Element => {
  const element = new FakeElement(isInForm);
  element.addEventListener('input', (event) => {
    if (!event.bubbles) return;
    const heard = new Event('input');
    Object.defineProperty(heard, 'target', { value: element });
    page.dispatchEvent(heard);
  });
  return element as FakeElement & Element;
};

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', page);
});

test('a form with input is unsaved as long as it is on the page', () => {
  watchInput();
  const [search, field, other] = [put(false), put(true), put(true)];
  expect(hasUnsavedInput()).toBe(false);
  announceInput(search);
  announceInput(null);
  page.dispatchEvent(new Event('input'));
  expect(hasUnsavedInput()).toBe(false);
  announceInput(other);
  announceInput(field);
  other.isConnected = false;
  expect(hasUnsavedInput()).toBe(true);
  field.isConnected = false;
  expect(hasUnsavedInput()).toBe(false);
  // removed fields are forgotten for good
  field.isConnected = true;
  expect(hasUnsavedInput()).toBe(false);
});
