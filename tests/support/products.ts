import { afterEach } from 'vitest';
import { type Product, startProduct } from '../../tools/product.ts';

/** Starts server processes that end with the test that started them. */
export function testProducts(shared: Record<string, string> = {}) {
  const started: Product[] = [];
  afterEach(() => Promise.all(started.splice(0).map((product) => product.end('SIGKILL'))));
  return (settings: Record<string, string> = {}): Product => {
    const product = startProduct({ ...shared, ...settings });
    started.push(product);
    return product;
  };
}
