# What compare.R computes and prints, written anew on base R: Welch's test with
# t.test, one table with print. For each NAME.csv in the folder given it writes
# NAME.out, what was printed, NAME.err, R's reason if there is no table, and NAME.num,
# numbers with 17 digits.
options(width = 200, warn = -1)
folder <- commandArgs(trailingOnly = TRUE)[1]
risks <- c(0.05, 0.01, 0.001)

mark <- function(p) if (p < 0.001) '***' else if (p < 0.01) '**' else if (p < 0.05) '*' else ''

one <- function(d) {
  old <- d$rate[d$binary == 'old']
  new <- d$rate[d$binary == 'new']
  change <- (mean(new) - mean(old)) / mean(old) * 100
  row <- list(confidence = 'NA', improvement = sprintf('%.2f %%', change), a = 'NA', b = 'NA', c = 'NA',
              p = NA, df = NA, rank = NA)
  if (length(old) > 1 && length(new) > 1) {
    w <- t.test(rate ~ binary, data = d)
    row$confidence <- mark(w$p.value)
    se <- sqrt(var(old) / length(old) + var(new) / length(new))
    half <- sprintf('±%.2f%%', qt(1 - risks / 2, w$parameter) * se / mean(old) * 100)
    row[c('a', 'b', 'c')] <- half
    row$p <- w$p.value
    row$df <- w$parameter
    row$rank <- wilcox.test(old, new)$p.value
  }
  row
}

table <- function(file, numbers) {
  d <- read.csv(file, encoding = 'UTF-8', colClasses = c('character', 'character', 'character', 'numeric', 'numeric'))
  names(d) <- c('binary', 'filename', 'configuration', 'rate', 'time')[seq_along(d)]
  d$name <- paste(d$filename, d$configuration)
  rows <- lapply(split(d, factor(d$name, levels = sort(unique(d$name)))), one)
  column <- function(k) unname(sapply(rows, function(r) r[[k]]))
  shown <- data.frame(confidence = column('confidence'), improvement = column('improvement'),
                      a = column('a'), b = column('b'), c = column('c'), row.names = names(rows))
  names(shown)[3:5] <- c('accuracy (*)', '(**)', '(***)')
  print(shown)
  n <- nrow(shown)
  cat('\nBe aware that when doing many comparisons the risk of a false-positive\n')
  cat('result increases. In this case, there are ', n, ' comparisons, you can thus\n', sep = '')
  cat('expect the following amount of false-positive results:\n')
  cat(sprintf('  %.2f false positives, when considering a   5%% risk acceptance (*, **, ***),\n', n * 0.05))
  cat(sprintf('  %.2f false positives, when considering a   1%% risk acceptance (**, ***),\n', n * 0.01))
  cat(sprintf('  %.2f false positives, when considering a 0.1%% risk acceptance (***)\n', n * 0.001))
  p <- as.numeric(column('p'))
  writeLines(sprintf('%.17g %.17g %.17g %.17g %.17g', p, as.numeric(column('df')), as.numeric(column('rank')),
                     p.adjust(p, 'holm'), p.adjust(p, 'BH')), numbers)
}

for (file in list.files(folder, pattern = '[.]csv$', full.names = TRUE)) {
  base <- sub('[.]csv$', '', file)
  sink(paste0(base, '.out'))
  reason <- tryCatch({ table(file, paste0(base, '.num')); '' }, error = conditionMessage)
  sink()
  writeLines(reason, paste0(base, '.err'))
}
