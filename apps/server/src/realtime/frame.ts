const FINAL_TEXT = 0x81;
/** Lengths up to this one are in the second byte; codes for 16 and 64 bits follow. */
const SHORTEST = 125;
const IN_16_BITS = 126;
const IN_64_BITS = 127;

/**
 * A text message as the bytes of the websocket protocol (RFC 6455): unfragmented, not compressed, not masked. One buffer
 * serves all sockets, and each needs one write without an allocation of its own.
 */
export function textFrame(message: string): Buffer {
  const size = Buffer.byteLength(message);
  const head = size <= SHORTEST ? 2 : size <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(head + size);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = size;
  else if (head === 4) {
    frame[1] = IN_16_BITS;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(message, head);
  return frame;
}
