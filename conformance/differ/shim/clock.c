/*
 * A clock for Node.js that stands still while JavaScript runs.
 *
 * Preloaded into Node.js on Linux, this library answers the main thread's
 * questions about the monotonic time, and moves that time only when
 *
 *   - the event loop would sleep: it does not, and the time is later by what it
 *     would have slept;
 *   - the script asks for it: os.setPriority(0x40000000 + MICROSECONDS, 0) ends
 *     in setpriority(), which no process number that large can mean.
 *
 * So when a timer fires depends on the program alone and not on the machine.
 * Other threads have the real time.
 *
 * With CLOCK_JITTER=SEED in the environment the time also moves by itself, by
 * random amounts such as a busy machine shows: a little at each reading, now and
 * then by milliseconds, and sleeps are too long. How often depends on the seed: for
 * every fourth the machine is very busy. A program whose trace is the same for
 * several seeds does not depend on the speed of the machine.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const long long second = 1000000000LL, millisecond = 1000000LL;
static long long now = 1000 * 1000000000LL; /* whole milliseconds at the start */
static unsigned long long state;            /* of the jitter; 0: none */
static int rare;                            /* one reading in this many takes long */

__attribute__((constructor)) static void start(void) {
  const char *seed = getenv("CLOCK_JITTER");
  if (!seed) return;
  unsigned long long n = strtoull(seed, 0, 10);
  state = n * 2654435761u | 1;
  rare = 4 << n % 4 * 2;
}

/* below gives a random number from 0 to n-1. */
static long long below(long long n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (long long)(state % (unsigned long long)n);
}

static int on_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

int clock_gettime(clockid_t id, struct timespec *t) {
  if ((id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_COARSE) || !on_main_thread())
    return (int)syscall(SYS_clock_gettime, id, t);
  if (state) now += below(rare) ? below(60000) : below(3 * millisecond);
  t->tv_sec = now / second;
  t->tv_nsec = now % second;
  return 0;
}

int epoll_pwait(int fd, struct epoll_event *events, int n, int timeout, const sigset_t *set) {
  static int (*real)(int, struct epoll_event *, int, int, const sigset_t *);
  if (!real) real = (int (*)(int, struct epoll_event *, int, int, const sigset_t *))dlsym(RTLD_NEXT, "epoll_pwait");
  if (timeout <= 0 || !on_main_thread()) return real(fd, events, n, timeout, set);
  int ready = real(fd, events, n, 0, set);
  if (ready == 0) {
    now += timeout * millisecond;
    if (state) now += below(10) ? below(300000) : below(2 * millisecond);
  }
  return ready;
}

int epoll_wait(int fd, struct epoll_event *events, int n, int timeout) {
  return epoll_pwait(fd, events, n, timeout, 0);
}

int setpriority(__priority_which_t which, id_t who, int priority) {
  if (who < 0x40000000) return (int)syscall(SYS_setpriority, which, who, priority);
  now += (who & 0x3fffffff) * 1000LL;
  if (state) now += below(millisecond / 2);
  return 0;
}
